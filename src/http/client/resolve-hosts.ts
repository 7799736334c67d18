import { isIP } from "node:net";

import { requireObject, show } from "../../service/options.ts";

/** Addresses by `"host:port"`; `"*:port"` stands for every host. */
export type HostAddresses = Readonly<Record<string, string>>;

/** The address to connect to for a host and port; undefined if the DNS shall say. */
export type ResolveHost = (host: string, port: string) => string | undefined;

/**
 * Reads the option `resolve`, which names addresses as `curl --resolve` does.
 *
 * A host that is named counts before `*`. Names are compared without case; an IPv6 address may
 * stand in brackets. Throws a `TypeError` on what is no `host:port`, or no address.
 */
export function resolveHosts(addresses: HostAddresses): ResolveHost {
  requireObject("resolve", addresses);
  const known = new Map(Object.entries(addresses).map(entryOf));
  return (host, port) => known.get(`${host.toLowerCase()}:${port}`) ?? known.get(`*:${port}`);
}

const HOST_PORT = /^[^\s:/]+:\d{1,5}$/;

function entryOf([key, value]: [string, string]): [string, string] {
  const address = /^\[(.*)\]$/.exec(value)?.[1] ?? value;
  if (!HOST_PORT.test(key)) {
    throw new TypeError(`Expected a key of "resolve" to be "host:port": got ${show(key)}`);
  }
  if (isIP(address) === 0) {
    throw new TypeError(
      `Expected "resolve" to map ${show(key)} to an IP address: got ${show(value)}`,
    );
  }
  return [key.toLowerCase(), address];
}
