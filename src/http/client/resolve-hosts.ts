import { isIP } from "node:net";

import { requireObject, show } from "../../service/options.ts";

/** Addresses by `"host:port"`; `"*:port"` stands for every host. */
export type HostAddresses = Readonly<Record<string, string>>;

/**
 * The address to connect to for a host and port, or for a host on whatever port was named first;
 * undefined if the DNS shall say.
 */
export type ResolveHost = (host: string, port?: string) => string | undefined;

/**
 * Reads the option `resolve`, which names addresses as `curl --resolve` does.
 *
 * A host that is named counts before `*`. Names are compared without case; an IPv6 address may
 * stand in brackets. Throws a `TypeError` on what is no `host:port`, or no address, and on a `Map`.
 */
export function resolveHosts(addresses: HostAddresses): ResolveHost {
  requireObject("resolve", addresses);
  // It has no entries of its own, so that all it says would be passed over.
  if (addresses instanceof Map) throw new TypeError('Expected "resolve" to be no Map');
  const entries = Object.entries(addresses).map(entryOf);
  const known = new Map(entries);
  const onAnyPort = new Map(entries.map(withoutPort).toReversed());
  return (host, port) => {
    const [addresses, end] = port === undefined ? [onAnyPort, ""] : [known, `:${port}`];
    return addresses.get(host.toLowerCase() + end) ?? addresses.get(`*${end}`);
  };
}

function withoutPort([key, address]: [string, string]): [string, string] {
  return [key.slice(0, key.lastIndexOf(":")), address];
}

const HOST_PORT = /^[^\s:/]+:([1-9]\d{0,4})$/;
const MAX_PORT = 65_535;

function entryOf([key, value]: [string, string]): [string, string] {
  const address = /^\[(.*)\]$/.exec(value)?.[1] ?? value;
  const port = HOST_PORT.exec(key)?.[1];
  if (port === undefined || Number(port) > MAX_PORT) {
    throw new TypeError(`Expected a key of "resolve" to be "host:port": got ${show(key)}`);
  }
  if (isIP(address) === 0) {
    throw new TypeError(
      `Expected "resolve" to map ${show(key)} to an IP address: got ${show(value)}`,
    );
  }
  return [key.toLowerCase(), address];
}
