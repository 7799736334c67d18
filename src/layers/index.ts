export { andThen } from "../service/and-then.ts";
export { attemptKey } from "../service/attempt-key.ts";
export { filter, FilteredError } from "../service/filter.ts";
export { mapError } from "../service/map-error.ts";
export { mapRequest } from "../service/map-request.ts";
export { mapResponse } from "../service/map-response.ts";
export { tap } from "../service/tap.ts";
export { auth } from "./auth/auth.ts";
export type { Credentials, Secret } from "./auth/credentials.ts";
export { type Backoff, exponential } from "./backoff.ts";
export type { CacheEntry, CacheStore } from "./cache/cache-store.ts";
export { cache, type CacheOptions } from "./cache/cache.ts";
export { MemoryCache, type MemoryCacheOptions } from "./cache/memory-cache.ts";
export { NoopCache } from "./cache/noop-cache.ts";
export { NotCachedError } from "./cache/not-cached-error.ts";
export type { CircuitBreakerOptions } from "./circuit-breaker/circuit-breaker-options.ts";
export { circuitBreaker } from "./circuit-breaker/circuit-breaker.ts";
export { CircuitOpenError } from "./circuit-breaker/circuit-open-error.ts";
export { httpCircuitBreaker } from "./circuit-breaker/http-circuit-breaker.ts";
export {
  consecutiveFailures,
  failureRate,
  type FailureRateOptions,
  type TripHistory,
  type TripPolicy,
} from "./circuit-breaker/trip.ts";
export { classifyStatus } from "./classify-status.ts";
export { coalesce, type CoalesceOptions } from "./coalesce/coalesce.ts";
export {
  concurrencyLimit,
  type ConcurrencyLimitOptions,
  OverloadedError,
} from "./concurrency-limit.ts";
export type { CookieExchange, CookieJar } from "./cookies/cookie-jar.ts";
export { cookies } from "./cookies/cookies.ts";
export {
  MemoryCookieJar,
  type MemoryCookieJarOptions,
  type SavedCookies,
} from "./cookies/memory-cookie-jar.ts";
export { DiskCache, type DiskCacheOptions } from "./disk-cache/disk-cache.ts";
export { fallback, type FallbackOptions } from "./fallback.ts";
export { headers } from "./headers.ts";
export { hedge, hedgeKey, type HedgeOptions } from "./hedge/hedge.ts";
export { SupersededError } from "./hedge/superseded-error.ts";
export { httpRetry, type HttpRetryOptions } from "./http-retry.ts";
export type {
  HttpLimits,
  HttpStackOptions,
  LimitBy,
  Rate,
} from "./http-stack/http-stack-options.ts";
export type { HttpService } from "./http-stack/http-service.ts";
export { httpStack, type HttpStack } from "./http-stack/http-stack.ts";
export type { HttpLayer } from "./http-stack/http-tiers.ts";
export { loadShed } from "./load-shed.ts";
export { perKey, type PerKeyOptions } from "./per-key/per-key.ts";
export { AddressPendingError } from "./rate-limit/address-pending-error.ts";
export type { AutoThrottleOptions } from "./rate-limit/auto-throttle-options.ts";
export { type AddressesOf, limitByAddress } from "./rate-limit/limit-by-address.ts";
export { limitByDomain } from "./rate-limit/limit-by-domain.ts";
export {
  perDomainRateLimit,
  type PerDomainRateLimitOptions,
} from "./rate-limit/per-domain-rate-limit.ts";
export {
  PerDomainThrottle,
  type PerDomainThrottleOptions,
} from "./rate-limit/per-domain-throttle.ts";
export { rateLimit, type RateLimitOptions } from "./rate-limit/rate-limit.ts";
export { RateLimitedError } from "./rate-limit/rate-limited-error.ts";
export type { RateLimiter, RateLimiterResponse } from "./rate-limit/rate-limiter.ts";
export { readyTimeout } from "./ready-timeout.ts";
export { redirect, type RedirectOptions, withheldKey } from "./redirect.ts";
export { type RetryBudget, retryBudget, type RetryBudgetOptions } from "./retry-budget.ts";
export { retry, type RetryOptions } from "./retry.ts";
export { RobotsPendingError } from "./robots/robots-pending-error.ts";
export { robots, type RobotsOptions } from "./robots/robots.ts";
export { timeout } from "./timeout.ts";
export { tracing, type TracingOptions } from "./tracing/tracing.ts";
export {
  atRandom,
  roundRobin,
  stickyPerHost,
  type UserAgentRotation,
} from "./user-agent-rotation.ts";
export { userAgent } from "./user-agent.ts";
export { wafDetect } from "./waf-detect.ts";
