export { andThen } from "../service/and-then.ts";
export { filter, FilteredError } from "../service/filter.ts";
export { mapError } from "../service/map-error.ts";
export { mapRequest } from "../service/map-request.ts";
export { mapResponse } from "../service/map-response.ts";
export { tap } from "../service/tap.ts";
export { type Backoff, exponential } from "./backoff.ts";
export type { CacheEntry, CacheStore } from "./cache-store.ts";
export { cache, type CacheOptions } from "./cache.ts";
export { classifyStatus } from "./classify-status.ts";
export {
  concurrencyLimit,
  type ConcurrencyLimitOptions,
  OverloadedError,
} from "./concurrency-limit.ts";
export { DiskCache, type DiskCacheOptions } from "./disk-cache.ts";
export { headers } from "./headers.ts";
export { httpRetry, type HttpRetryOptions } from "./http-retry.ts";
export type { HttpStackOptions } from "./http-stack-options.ts";
export { httpStack, type HttpStack } from "./http-stack.ts";
export type { HttpLayer } from "./http-tiers.ts";
export { loadShed } from "./load-shed.ts";
export { MemoryCache, type MemoryCacheOptions } from "./memory-cache.ts";
export { NoopCache } from "./noop-cache.ts";
export { perDomainRateLimit, type PerDomainRateLimitOptions } from "./per-domain-rate-limit.ts";
export { PerDomainThrottle, type PerDomainThrottleOptions } from "./per-domain-throttle.ts";
export { RateLimitedError } from "./rate-limited-error.ts";
export type { RateLimiter, RateLimiterResponse } from "./rate-limiter.ts";
export { readyTimeout } from "./ready-timeout.ts";
export { redirect, type RedirectOptions, withheldKey } from "./redirect.ts";
export { attemptKey, retry, type RetryOptions } from "./retry.ts";
export { RobotsPendingError } from "./robots-pending-error.ts";
export { robots, type RobotsOptions } from "./robots.ts";
export { timeout } from "./timeout.ts";
export { tracing, type TracingOptions } from "./tracing.ts";
export { roundRobin, stickyPerHost, type UserAgentRotation } from "./user-agent-rotation.ts";
export { userAgent } from "./user-agent.ts";
