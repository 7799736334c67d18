import { domainKey } from "../http/url/domain-key.ts";
import type { CrawlRequest } from "./page/crawl-request.ts";

/** How many hosts are remembered to have been told of. */
const REMEMBERED = 10_000;

/**
 * Has the addresses of hosts looked up before they are asked; each once. A request that goes through a
 * proxy needs none.
 */
export function prefetcher(
  prefetch: (url: string) => Promise<void>,
): (requests: Iterable<CrawlRequest>) => void {
  const told = new Set<string>();
  return (requests) => {
    for (const { proxy, url } of requests) {
      const host = domainKey(url);
      if (typeof proxy === "string" || told.has(host)) continue;
      if (told.size >= REMEMBERED) told.clear();
      told.add(host);
      prefetch(url).catch(() => {}); // the request will tell
    }
  };
}
