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
  const found: unknown = await answerOf(lookup, host);
  if (!Array.isArray(found)) throw notAddresses(host, found);
  const addresses: readonly unknown[] = [...found]; // holes are undefined now
  if (addresses.length === 0) throw failure("ENOTFOUND", host);
  if (addresses.every(isAddress)) return [...new Set(addresses)];
  throw notAddresses(
    host,
    addresses.find((address) => !isAddress(address)),
  );
}

/** Users may write a lookup that throws at once, or gives its answer so. */
async function answerOf(lookup: Lookup, host: string): Promise<readonly string[]> {
  try {
    return await lookup(host);
  } catch (error) {
    throw networkErrorCode(error) === "dns" ? error : failure("EAI_FAIL", host, error);
  }
}

/** Node aborts the process where it is told to connect to an object, even one that reads like a text. */
function isAddress(found: unknown): found is string {
  return typeof found === "string" && isIP(found) > 0;
}

function notAddresses(host: string, found: unknown): Error {
  const cause = new TypeError(
    `Expected "dns.lookup" to give IP addresses of ${show(host)}: got ${show(found)}`,
  );
  return failure("EAI_FAIL", host, cause);
}

function failure(code: string, host: string, cause?: unknown): Error {
  const because = cause instanceof Error ? `: ${cause.message}` : "";
  return Object.assign(new Error(`lookup ${code} ${host}${because}`, { cause }), { code });
}
