import type { CrawlStats } from "../engine/crawl-stats.ts";
import { counted, readableBytes, readableCount, readableTime } from "./readable.ts";

/** Where a crawl stands, a few words each. */
export function progressCells(stats: CrawlStats, perSecond: number): readonly string[] {
  return [
    counted(stats.pages, "page"),
    `${perSecond.toFixed(1)}/s`,
    `${readableCount(stats.pending)} queued`,
    `${readableCount(stats.inFlight)} in flight`,
    counted(errorsOf(stats), "error"),
    readableBytes(stats.bytes),
    readableTime(stats.elapsedMs),
  ];
}

/** All errors together. */
export function errorsOf({ errors }: Pick<CrawlStats, "errors">): number {
  return Object.values(errors).reduce((sum, count) => sum + count, 0);
}
