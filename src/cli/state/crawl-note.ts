import { resolve } from "node:path";

import { hasUserinfo } from "../../http/url/has-userinfo.ts";
import type { CrawlValues } from "../crawl-command.ts";
import { UsageError } from "../usage-error.ts";
import { optionsKept } from "./kept-options.ts";

/** What is kept of a crawl that `pagoda crawl` has begun, for whoever goes on with it. */
export interface CrawlNote {
  readonly urls: readonly string[];
  /** The options that have a value, and no secret in it. */
  readonly options: Partial<CrawlValues>;
  /** The names of the headers, whose values may be secrets. */
  readonly headers: readonly string[];
  /** Whether the proxy had a password, which must be given anew. */
  readonly proxyPassword: boolean;
}

/** What to keep of a crawl. */
export function noteOf(urls: readonly string[], values: CrawlValues): CrawlNote {
  const { header = [], proxy, sitemap } = values;
  requireNoPassword("URLs", urls);
  if (Array.isArray(sitemap)) requireNoPassword("--sitemap", sitemap);
  const plain = withoutUserinfo(proxy);
  const names = [...optionsKept("fixed"), ...optionsKept("free")];
  const kept = names.filter((name) => values[name] !== undefined);
  return {
    urls,
    options: {
      ...Object.fromEntries(kept.map((name) => [name, values[name]])),
      proxy: plain,
    },
    headers: [...new Set(header.map(([name]) => name.toLowerCase()))],
    proxyPassword: plain !== proxy,
  };
}

/** The same options, with paths that lead to the same place whichever folder the next process is in. */
export function withWholePaths(values: CrawlValues): CrawlValues {
  const { cache, out } = values;
  return {
    ...values,
    ...(out !== undefined && out !== "-" && { out: resolve(out) }),
    ...(cache !== undefined && { cache: resolve(cache) }),
  };
}

/** The database is in clear, and pages link to their own site with no password. */
function requireNoPassword(what: string, urls: readonly string[]): void {
  if (!urls.some((url) => hasUserinfo(url))) return;
  throw new UsageError(
    `Expected ${what} without a password with --state, which would keep it: give --header "Authorization: ..."`,
  );
}

function withoutUserinfo(proxy: string | false): string | false {
  if (proxy === false || !hasUserinfo(proxy)) return proxy;
  const url = new URL(proxy);
  url.username = "";
  url.password = "";
  return url.href;
}
