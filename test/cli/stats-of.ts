import type { CrawlStats } from "../../src/engine/crawl-stats.ts";

/** The figures of a crawl that has done nothing, but for what is given. */
export function statsOf(stats: Partial<CrawlStats>): CrawlStats {
  return {
    pages: 0,
    requests: 0,
    fromCache: 0,
    notModified: 0,
    statuses: {},
    bytes: 0,
    items: 0,
    errors: {},
    notFetched: {},
    pending: 0,
    inFlight: 0,
    seen: 0,
    hosts: 0,
    elapsedMs: 0,
    stopReason: undefined,
    ...stats,
  };
}
