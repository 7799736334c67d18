import type { CrawlStats } from "../../src/engine/crawl-stats.ts";
import { LatencyHistogram } from "../../src/engine/stats/latency-histogram.ts";

/** The figures of a crawl that has done nothing, but for what is given. */
export function statsOf(stats: Partial<CrawlStats>): CrawlStats {
  return {
    pages: 0,
    requests: 0,
    fromCache: 0,
    notModified: 0,
    statuses: {},
    retries: 0,
    refusals: 0,
    bytes: 0,
    cachedBytes: 0,
    latency: new LatencyHistogram().stats(),
    items: 0,
    errors: {},
    notFetched: {},
    pending: 0,
    inFlight: 0,
    seen: 0,
    hosts: 0,
    otherHosts: { hosts: 0, requests: 0 },
    startedAt: undefined,
    endedAt: undefined,
    elapsedMs: 0,
    stopReason: undefined,
    ...stats,
  };
}
