import { auth } from "../../src/layers/auth/auth.ts";
import { cache } from "../../src/layers/cache/cache.ts";
import { MemoryCache } from "../../src/layers/cache/memory-cache.ts";
import { circuitBreaker } from "../../src/layers/circuit-breaker/circuit-breaker.ts";
import { consecutiveFailures } from "../../src/layers/circuit-breaker/trip.ts";
import { classifyStatus } from "../../src/layers/classify-status.ts";
import { coalesce } from "../../src/layers/coalesce/coalesce.ts";
import { concurrencyLimit } from "../../src/layers/concurrency-limit.ts";
import { cookies } from "../../src/layers/cookies/cookies.ts";
import { fallback } from "../../src/layers/fallback.ts";
import { headers } from "../../src/layers/headers.ts";
import { hedge } from "../../src/layers/hedge/hedge.ts";
import { httpRetry } from "../../src/layers/http-retry.ts";
import { loadShed } from "../../src/layers/load-shed.ts";
import { perKey } from "../../src/layers/per-key/per-key.ts";
import { limitByAddress } from "../../src/layers/rate-limit/limit-by-address.ts";
import { perDomainRateLimit } from "../../src/layers/rate-limit/per-domain-rate-limit.ts";
import { PerDomainThrottle } from "../../src/layers/rate-limit/per-domain-throttle.ts";
import { rateLimit } from "../../src/layers/rate-limit/rate-limit.ts";
import { readyTimeout } from "../../src/layers/ready-timeout.ts";
import { redirect } from "../../src/layers/redirect.ts";
import { retryBudget } from "../../src/layers/retry-budget.ts";
import { retry } from "../../src/layers/retry.ts";
import { robots } from "../../src/layers/robots/robots.ts";
import { timeout } from "../../src/layers/timeout.ts";
import { tracing } from "../../src/layers/tracing/tracing.ts";
import { userAgent } from "../../src/layers/user-agent.ts";
import { andThen } from "../../src/service/and-then.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { filter } from "../../src/service/filter.ts";
import { type Layer, layer } from "../../src/service/layer.ts";
import { mapError } from "../../src/service/map-error.ts";
import { mapRequest } from "../../src/service/map-request.ts";
import { mapResponse } from "../../src/service/map-response.ts";
import { tap } from "../../src/service/tap.ts";
import type { LayerTraits } from "../../src/service/traits.ts";
import { textOverHttp } from "./text-over-http.ts";

/** A layer that keeps the laws of layers. */
export interface LawfulLayer {
  readonly name: string;
  readonly make: () => Layer<string, string>;
  /** What it has not declared. */
  readonly traits?: LayerTraits;
}

const byItself = (request: string): string => request;

/** All layers of the library, with options by which they have much to do, and stacks of some. */
export const lawfulLayers: readonly LawfulLayer[] = [
  { name: "identity", make: () => layer("identity", (inner) => inner.call) },
  { name: "timeout", make: () => timeout(20) },
  { name: "retry", make: () => retry() },
  { name: "retry, at once", make: () => retry({ limit: 4, backoff: () => 0 }) },
  { name: "retry, on a budget", make: () => retry({ budget: retryBudget({ ratio: 0.5 }) }) },
  {
    name: "hedge",
    make: () => hedge({ delayMs: 5, limit: 2, budget: retryBudget({ ratio: 10 }) }),
  },
  { name: "hedge, on its usual budget", make: () => hedge({ delayMs: 5 }) },
  { name: "concurrencyLimit 1", make: () => concurrencyLimit({ limit: 1 }) },
  { name: "concurrencyLimit 2", make: () => concurrencyLimit({ limit: 2 }) },
  { name: "concurrencyLimit, short queue", make: () => concurrencyLimit({ limit: 2, queue: 1 }) },
  { name: "rateLimit", make: () => rateLimit({ limit: 2, intervalMs: 20 }) },
  {
    name: "rateLimit, by key",
    make: () => rateLimit({ limit: 1, intervalMs: 7, burst: 2, key: byItself }),
  },
  {
    name: "circuitBreaker",
    make: () => circuitBreaker({ trip: consecutiveFailures(2), cooldownMs: 10 }),
  },
  {
    name: "circuitBreaker, by key",
    make: () =>
      circuitBreaker({ key: byItself, trip: consecutiveFailures(1), probes: 2, cooldownMs: 5 }),
  },
  { name: "coalesce", make: () => coalesce({ key: byItself }) },
  {
    name: "perKey",
    make: () => perKey(byItself, () => concurrencyLimit({ limit: 1 })),
  },
  {
    name: "perKey, few keys",
    make: () => perKey(byItself, () => concurrencyLimit({ limit: 2, queue: 2 }), { maxKeys: 1 }),
  },
  { name: "loadShed", make: () => loadShed() },
  { name: "readyTimeout", make: () => readyTimeout(10) },
  { name: "fallback", make: () => fallback(() => "sorry") },
  { name: "filter", make: () => filter((request) => request !== "c") },
  { name: "filter, async", make: () => filter(async (request) => request !== "c") },
  { name: "tap", make: () => tap(() => {}) },
  { name: "mapRequest", make: () => mapRequest((request: string) => `${request}!`) },
  { name: "mapResponse", make: () => mapResponse((response: string) => `${response}!`) },
  { name: "mapError", make: () => mapError((error) => error) },
  { name: "andThen", make: () => andThen(async (response: string) => `${response}!`) },

  { name: "headers", make: () => textOverHttp(headers({ accept: "text/html" })) },
  { name: "userAgent", make: () => textOverHttp(userAgent(["bot/1", "bot/2"])) },
  { name: "cookies", make: () => textOverHttp(cookies()) },
  {
    name: "auth",
    make: () => textOverHttp(auth({ origin: "https://a.test", bearer: async () => "t" })),
  },
  { name: "classifyStatus", make: () => textOverHttp(classifyStatus(), status) },
  { name: "redirect", make: () => textOverHttp(redirect()) },
  { name: "robots", make: () => textOverHttp(robots()) },
  {
    name: "cache",
    make: () => textOverHttp(cache({ store: new MemoryCache(), ttlMs: 50 }), status),
  },
  {
    name: "cache, by HTTP",
    make: () => textOverHttp(cache({ store: new MemoryCache(), mode: "http" }), status),
  },
  {
    name: "cache, whatever is kept",
    make: () =>
      textOverHttp(cache({ store: new MemoryCache(), mode: "http", use: "force-cache" }), status),
  },
  { name: "retry(httpRetry())", make: () => textOverHttp(retry(httpRetry()), status) },
  { name: "perDomainRateLimit", make: () => textOverHttp(perDomainRateLimit(), status) },
  {
    name: "perDomainRateLimit, by address",
    make: () => {
      const limiter = limitByAddress(new PerDomainThrottle(), async () => ["192.0.2.1"]);
      return textOverHttp(perDomainRateLimit({ limiter }), status);
    },
    traits: { queues: true, detaches: true },
  },
  { name: "tracing", make: () => textOverHttp(tracing({ span: "attempt" }), status) },

  {
    name: "a stack for calls",
    make: () =>
      ServiceBuilder.for<string, string>()
        .layer(timeout(100))
        .layer(retry({ limit: 1, backoff: () => 3 }))
        .layer(circuitBreaker({ trip: consecutiveFailures(3), cooldownMs: 20 }))
        .layer(rateLimit({ limit: 3, intervalMs: 10 }))
        .layer(concurrencyLimit({ limit: 2 }))
        .layer(timeout(30))
        .toLayer(),
  },
  {
    name: "a stack that sheds",
    make: () =>
      ServiceBuilder.for<string, string>()
        .layer(readyTimeout(5))
        .layer(coalesce({ key: byItself }))
        .layer(concurrencyLimit({ limit: 1 }))
        .toLayer(),
  },
];

/** Some responses are bad news. */
function status(response: string): number {
  if (response.endsWith("7")) return 503;
  return response.endsWith("9") ? 404 : 200;
}
