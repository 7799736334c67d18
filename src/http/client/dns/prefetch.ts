import { isIP } from "node:net";

import { ClosedError } from "../../../service/errors.ts";
import { show } from "../../../service/options.ts";
import { settle } from "../../../service/outcome.ts";
import { tryParseUrl } from "../../url/parse-url.ts";
import { portOf } from "../port-of.ts";
import type { ResolveHost } from "../resolve-hosts.ts";
import type { DnsCache } from "./dns-cache.ts";

/**
 * Has the addresses of a host, or of that of a URL, in the cache; a failure is kept there too.
 *
 * Rejects with a `TypeError` for what is neither.
 */
export async function prefetch(
  hostOrUrl: string,
  { dns, resolveHost }: { readonly dns: DnsCache; readonly resolveHost: ResolveHost },
): Promise<void> {
  if (typeof hostOrUrl !== "string") throw noHost(hostOrUrl);
  const url = tryParseUrl(hostOrUrl.includes("://") ? hostOrUrl : `http://${hostOrUrl}/`);
  if (!url || !/^https?:$/.test(url.protocol)) throw noHost(hostOrUrl);
  if (!hostOrUrl.includes("://") && NO_HOST.test(hostOrUrl)) throw noHost(hostOrUrl);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) > 0 || resolveHost(host, portOf(url)) !== undefined) return;
  const outcome = await settle(dns.addressesOf(host));
  if (!outcome.ok && outcome.error instanceof ClosedError) throw outcome.error;
}

/** What the parser takes for the end of a host, or is a dot alone. */
const NO_HOST = /[\\/?#@]|^\.+(?::|$)/;

function noHost(input: unknown): TypeError {
  return new TypeError(
    `Expected "hostOrUrl" to be a host or an http or https URL: got ${show(input)}`,
  );
}
