import { isIP } from "node:net";

import { ClosedError } from "../../../service/errors.ts";
import { show } from "../../../service/options.ts";
import { settle } from "../../../service/outcome.ts";
import { tryParseUrl } from "../../url/parse-url.ts";
import { redactUrl } from "../../url/redact-url.ts";
import { portOf } from "../port-of.ts";
import type { HttpProxy } from "../proxy/http-proxy.ts";
import type { ResolveHost } from "../resolve-hosts.ts";
import type { DnsCache } from "./dns-cache.ts";

/** What a {@link prefetch} goes by. */
export interface PrefetchRules {
  readonly dns: DnsCache;
  readonly resolveHost: ResolveHost;
  /** Who is connected to in place of the host. */
  readonly proxy: HttpProxy | undefined;
  /** Whether the host is looked up here even so. */
  readonly isGuarded: boolean;
}

/**
 * Has the addresses of a host, or of that of a URL, in the cache; a failure is kept there too.
 *
 * Behind a proxy they are those of the proxy, which looks up the host by itself, unless that is done here.
 * Rejects with a `TypeError` for what is neither.
 */
export async function prefetch(hostOrUrl: string, rules: PrefetchRules): Promise<void> {
  const { dns, resolveHost, proxy, isGuarded } = rules;
  const url = parse(hostOrUrl);
  const peers = [...(proxy && !isGuarded ? [] : [url]), ...(proxy ? [proxy] : [])];
  const names = peers
    .map((peer) => ({ host: peer.hostname.replace(/^\[|\]$/g, ""), port: portOf(peer) }))
    .filter(({ host, port }) => isIP(host) === 0 && resolveHost(host, port) === undefined);
  const outcomes = await Promise.all(names.map(({ host }) => settle(dns.addressesOf(host))));
  for (const outcome of outcomes) {
    if (!outcome.ok && outcome.error instanceof ClosedError) throw outcome.error;
  }
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
    `Expected "hostOrUrl" to be a host or an http or https URL: got ${show(typeof hostOrUrl === "string" ? redactUrl(hostOrUrl) : hostOrUrl)}`,
  );
}
