import { isIP } from "node:net";

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
  const url = tryParseUrl(hostOrUrl.includes("://") ? hostOrUrl : `http://${hostOrUrl}/`);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`Expected a host or an http or https URL: got ${show(hostOrUrl)}`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) > 0 || resolveHost(host, portOf(url)) !== undefined) return;
  await settle(dns.addressesOf(host));
}
