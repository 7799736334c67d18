export { type CrawlEvent, crawlEvents } from "./crawl-events.ts";
export type { CrawlTelemetryOptions } from "./telemetry/telemetry-options.ts";
export type { CrawlOptions, Spider, Start } from "./plan/crawl-options.ts";
export { type CrawlRequest, type CrawlRequestOptions, request } from "./page/crawl-request.ts";
export type { CrawlRun, StopOptions } from "./crawl-run.ts";
export type { CrawlStats, StopReason } from "./crawl-stats.ts";
export { crawl } from "./crawl.ts";
export type { Explanation, NotFetchedReason } from "./fates.ts";
export type {
  Admission,
  Awaitable,
  Fate,
  Frontier,
  FrontierStats,
  Lease,
  Past,
  Settlement,
} from "./frontier/frontier.ts";
export type { StatsEvery } from "./life/stats-every.ts";
export type { HostStats, OtherHosts } from "./stats/host-table.ts";
export type { LatencyStats } from "./stats/latency-histogram.ts";
export type { ContentSeen } from "./hooks/content-seen.ts";
export { HookError } from "./hooks/hook-error.ts";
export type { LinkFilter } from "./hooks/link-filter.ts";
export type { OnResponse, Reaction } from "./hooks/reaction.ts";
export { UnwantedResponseError } from "./hooks/unwanted-response-error.ts";
export { NotASitemapError } from "./sitemap/not-a-sitemap-error.ts";
export { HostDownError } from "./host-health.ts";
export { FileChangedError } from "./items/file-changed-error.ts";
export { csv, type CsvOptions } from "./items/csv/csv.ts";
export { jsonLines, type JsonLinesOptions } from "./items/json-lines.ts";
export { GaveUpError } from "./life/gave-up-error.ts";
export type { CrawlLimits, ResourceLimit } from "./monitor/crawl-limits.ts";
export { type ResourceReader, systemResources } from "./monitor/resource-reader.ts";
export type { Json } from "./page/json.ts";
export type { RequestFingerprint } from "./frontier/fingerprint.ts";
export type { CrawlOrder, RequestScore } from "./frontier/order.ts";
export { MemoryFrontier, type MemoryFrontierOptions } from "./frontier/memory-frontier.ts";
export type { Output, Outputs, Parse } from "./page/outputs.ts";
export type { Page } from "./page/page.ts";
export type { ScopeName } from "./admission/scope.ts";
export type { Delivery, KeptItem, Outbox } from "./items/outbox.ts";
export { ItemError, type ResumableSink, type Sink } from "./items/sink.ts";
export type { UrlPattern } from "./admission/url-pattern.ts";
