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
  const url = parse(hostOrUrl);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) > 0 || resolveHost(host, portOf(url)) !== undefined) return;
  const outcome = await settle(dns.addressesOf(host));
  if (!outcome.ok && outcome.error instanceof ClosedError) throw outcome.error;
}

/** What the parser takes for the end of a host, or is a dot alone. */
const NO_HOST = /[\\/?#@]|^\.+(?::|$)/;

function parse(hostOrUrl: string): URL {
  const isText = typeof hostOrUrl === "string";
  const isUrl = isText && hostOrUrl.includes("://");
  const isHost = isText && !isUrl && !NO_HOST.test(hostOrUrl);
  const url = isUrl || isHost ? tryParseUrl(isUrl ? hostOrUrl : `http://${hostOrUrl}/`) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new TypeError(
    `Expected "hostOrUrl" to be a host or an http or https URL: got ${show(hostOrUrl)}`,
  );
}
