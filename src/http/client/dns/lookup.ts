import { lookup as ask } from "node:dns/promises";
import { isIP } from "node:net";

import { show } from "../../../service/options.ts";
import { networkErrorCode } from "../network-error.ts";

/** Finds the IP addresses of a host, the one to try first in front. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** Asks the resolver of the system, which reads its hosts file too. Its order is kept. */
export const systemLookup: Lookup = async (host) => {
  const found = await ask(host, { all: true });
  return found.map(({ address }) => address);
};

/**
 * What a lookup finds, each address once. Rejects where that is none, or is no address.
 *
 * A failure has a code of the DNS: that of the lookup where it has one, else `EAI_FAIL`.
 */
export async function checkedLookup(lookup: Lookup, host: string): Promise<readonly string[]> {
  const found = await lookup(host).catch((error: unknown) => {
    throw networkErrorCode(error) === "dns" ? error : failure("EAI_FAIL", host, error);
  });
  if (!Array.isArray(found) || !found.every((address) => isIP(String(address)) > 0)) {
    const cause = new TypeError(
      `Expected "dns.lookup" to give IP addresses of ${show(host)}: got ${show(String(found))}`,
    );
    throw failure("EAI_FAIL", host, cause);
  }
  if (found.length === 0) throw failure("ENOTFOUND", host);
  return [...new Set(found)];
}

function failure(code: string, host: string, cause?: unknown): Error {
  const because = cause instanceof Error ? `: ${cause.message}` : "";
  return Object.assign(new Error(`lookup ${code} ${host}${because}`, { cause }), { code });
}
