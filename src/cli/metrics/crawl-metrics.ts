import type { CrawlStats, StopReason } from "../../engine/crawl-stats.ts";
import type { HostStats } from "../../engine/stats/host-table.ts";
import type { ProcessFigures } from "./process-figures.ts";

/** How much a second. */
export interface Rates {
  readonly pagesPerSecond: number;
  readonly requestsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** What `--metrics-json` writes: the schema is docs/stats.schema.json. */
export interface CrawlMetrics
  extends Omit<CrawlStats, "endedAt" | "startedAt" | "stopReason">, ProcessFigures {
  /** Grows when a name goes or its meaning changes, and not when one is added. */
  readonly schemaVersion: 1;
  /** When the file was written, in ISO 8601, as the next two. */
  readonly writtenAt: string;
  readonly startedAt: string | null;
  /** Null while the crawl runs, as is `stopReason`. */
  readonly endedAt: string | null;
  readonly stopReason: StopReason | null;
  /** Over the whole crawl. */
  readonly rates: Rates;
  /** Over the time since the file was written last, or since the crawl began. */
  readonly interval: Rates & { readonly ms: number };
  /** The busiest first. */
  readonly hostStats: readonly HostStats[];
  readonly versions: { readonly pagoda: string; readonly node: string };
  /** Where it started, without credentials, and options that hold none. */
  readonly start: readonly string[];
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/** The sums that rates come from. */
export type Sums = Pick<CrawlStats, "bytes" | "elapsedMs" | "pages" | "requests">;

/** How much a second there was between two moments of a crawl. */
export function ratesOf(now: Sums, before: Sums): Rates {
  const seconds = Math.max(1, now.elapsedMs - before.elapsedMs) / 1000;
  return {
    pagesPerSecond: (now.pages - before.pages) / seconds,
    requestsPerSecond: (now.requests - before.requests) / seconds,
    bytesPerSecond: (now.bytes - before.bytes) / seconds,
  };
}
