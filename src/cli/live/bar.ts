import type { CrawlStats } from "../../engine/crawl-stats.ts";
import { readableBytes, readableCount, readableTime } from "../readable.ts";

/** How much a crawl may use; what is undefined has no bound. */
export interface LiveBudget {
  readonly maxPages?: number | undefined;
  readonly maxTimeMs?: number | undefined;
  readonly maxBytes?: number | undefined;
}

/** How much of a budget is used. */
export interface Usage {
  /** From 0 to 1. */
  readonly part: number;
  /** In words: `45 of 100 pages`. */
  readonly of: string;
}

/** What of a budget is used, of that which will be used up first; undefined if there is no budget. */
export function usageOf(
  { bytes, elapsedMs, pages }: Pick<CrawlStats, "bytes" | "elapsedMs" | "pages">,
  { maxBytes, maxPages, maxTimeMs }: LiveBudget,
): Usage | undefined {
  return [
    usage(pages, maxPages, (used, max) => `${readableCount(used)} of ${readableCount(max)} pages`),
    usage(elapsedMs, maxTimeMs, (used, max) => `${readableTime(used)} of ${readableTime(max)}`),
    usage(bytes, maxBytes, (used, max) => `${readableBytes(used)} of ${readableBytes(max)}`),
  ]
    .flat()
    .toSorted((a, b) => b.part - a.part)
    .at(0);
}

/** A bar of that many columns, as full as a part from 0 to 1: what is done, and what is left. */
export function bar(part: number, columns: number): readonly [done: string, left: string] {
  const done = Math.floor(part * columns);
  return ["█".repeat(done), "░".repeat(columns - done)];
}

function usage(
  used: number,
  max: number | undefined,
  inWords: (used: number, max: number) => string,
): readonly Usage[] {
  return max === undefined ? [] : [{ part: Math.min(1, used / max), of: inWords(used, max) }];
}
