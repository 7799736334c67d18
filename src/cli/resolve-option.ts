import { InvalidArgumentError } from "commander";

import { type HostAddresses, resolveHosts } from "../http/client/resolve-hosts.ts";

/**
 * Reads `HOST:PORT:ADDRESS`, as `curl --resolve` has it, and adds it to those before it.
 *
 * `*` stands for every host. An IPv6 address may stand in brackets.
 */
export function resolveOption(text: string, known: Record<string, string> = {}): HostAddresses {
  const [, host = "", port = "", address = ""] = /^([^:]+):(\d+):(.+)$/.exec(text) ?? [];
  const added = { [`${host}:${port}`]: address };
  if (Number(port) < 1 || Number(port) > 65_535 || !canResolve(added)) {
    throw new InvalidArgumentError(
      "Expected HOST:PORT:ADDRESS, such as example.com:443:127.0.0.1.",
    );
  }
  return Object.assign(known, added); // in place: a copy for each would take long where there are many
}

function canResolve(addresses: HostAddresses): boolean {
  try {
    resolveHosts(addresses);
    return true;
  } catch {
    return false;
  }
}
