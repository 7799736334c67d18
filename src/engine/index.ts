export { type CrawlEvent, crawlEvents } from "./crawl-events.ts";
export type { CrawlOptions, Start } from "./crawl-options.ts";
export { type CrawlRequest, type CrawlRequestOptions, request } from "./crawl-request.ts";
export type { CrawlRun, StopOptions } from "./crawl-run.ts";
export type { CrawlStats, HostStats, StopReason } from "./crawl-stats.ts";
export { crawl } from "./crawl.ts";
export type { Explanation, NotFetchedReason } from "./fates.ts";
export type {
  Admission,
  Awaitable,
  Frontier,
  FrontierStats,
  Lease,
  Settlement,
} from "./frontier.ts";
export { jsonLines, type JsonLinesOptions } from "./json-lines.ts";
export type { Json } from "./json.ts";
export { MemoryFrontier, type MemoryFrontierOptions } from "./memory-frontier.ts";
export type { Output, Outputs, Parse } from "./outputs.ts";
export type { Page } from "./page.ts";
export type { ScopeName } from "./scope.ts";
export { ItemError, type Sink } from "./sink.ts";
export type { UrlPattern } from "./url-pattern.ts";
