import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { isAgent } from "../../http/robots/robots-agent.ts";
import type { Layer } from "../../service/layer.ts";
import { requireBoolean, requireDuration, requireOptions, show } from "../../service/options.ts";
import { auth } from "../auth/auth.ts";
import { cache } from "../cache/cache.ts";
import { circuitBreaker } from "../circuit-breaker/circuit-breaker.ts";
import { httpCircuitBreaker } from "../circuit-breaker/http-circuit-breaker.ts";
import { classifyStatus } from "../classify-status.ts";
import { cookies } from "../cookies/cookies.ts";
import { headers } from "../headers.ts";
import { httpRetry } from "../http-retry.ts";
import { perDomainRateLimit } from "../rate-limit/per-domain-rate-limit.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import { redirect } from "../redirect.ts";
import { retry } from "../retry.ts";
import { robots } from "../robots/robots.ts";
import { timeout } from "../timeout.ts";
import { tracing } from "../tracing/tracing.ts";
import { userAgent } from "../user-agent.ts";
import { wafDetect } from "../waf-detect.ts";
import type { HttpStackOptions } from "./http-stack-options.ts";
import { limitTiers } from "./limit-tiers.ts";
import { ownLimiterOf } from "./limiter-of.ts";

/** A layer of HTTP. */
export type HttpLayer = Layer<HttpRequest, HttpResponse>;

type Tracing = Exclude<HttpStackOptions["tracing"], boolean | undefined>;

/** What tiers of one service have to know of each other. */
interface Surroundings {
  /** The one limiter of the service. */
  readonly limiter: RateLimiter | undefined;
  /** Names of all tiers. */
  readonly names: readonly string[];
}

/** One storey of a stack: a layer that is made anew for each service. */
export interface Tier {
  readonly name: string;
  readonly make: (surroundings: Surroundings) => HttpLayer;
  /** By which name it answers to robots.txt, if it does. */
  readonly agent?: string;
}

/** The tiers that options ask for, outermost first. What is wrong with an option is thrown here. */
export function tiersOf(options: HttpStackOptions): readonly Tier[] {
  const { timeoutMs = 30_000, classify = true } = options;
  const { circuitBreaker: breaker = false } = options;
  requireDuration("timeoutMs", timeoutMs);
  requireBoolean("classify", classify);
  const layers: readonly (HttpLayer | Tier | false | undefined)[] = [
    chosen("tracing", options.tracing, callTier),
    classify && classifyStatus(),
    chosen("redirect", options.redirect, redirect),
    robotsTier(options),
    given(options.headers, headers),
    given(options.userAgent, userAgent),
    given(options.auth, auth),
    cookieLayer(options.cookies),
    cacheLayer(options.cache),
    chosen("retry", options.retry, (options) => retry(httpRetry(options))),
    switched("wafDetect", options.wafDetect, wafDetect),
    chosen("circuitBreaker", breaker, (options) => circuitBreaker(httpCircuitBreaker(options))),
    ...limitTiers(options.limits, options.limitBy),
    limiterTier(options),
    timeout(timeoutMs),
    chosen("tracing", options.tracing, attemptTier),
  ];
  return layers.filter((layer) => layer !== undefined && layer !== false).map(tierOf);
}

/** Attempts are what is sent, so what is told of them alone is left out. */
function callTier(options: Tracing = {}): HttpLayer {
  requireOptions("tracing in httpStack", options, {
    knownMethods: true,
    meterProvider: true,
    propagate: true,
    secretParams: true,
    tracerProvider: true,
  });
  const { propagate: _, ...shared } = options;
  return tracing({ ...shared, span: "call" });
}

function attemptTier(options: Tracing = {}): HttpLayer {
  return tracing({ ...options, span: "attempt" });
}

/** A layer that knows nothing of its surroundings as a tier. */
export function tierOf(layer: HttpLayer | Tier): Tier {
  return "make" in layer ? layer : { name: layer.name || "anonymous", make: () => layer };
}

function cookieLayer(option: HttpStackOptions["cookies"] = false): HttpLayer | false {
  if (typeof option === "boolean") return option && cookies();
  if (typeof option === "object" && option !== null) return cookies(option);
  const got = typeof option === "string" ? "a string" : show(option); // which may be a cookie
  throw new TypeError(`Expected "cookies" to be true, false or a jar: got ${got}`);
}

function cacheLayer(option: HttpStackOptions["cache"] = false): HttpLayer | false {
  if (option === false) return false;
  if (typeof option !== "object" || option === null) {
    throw new TypeError(`Expected "cache" to be false, a store or options: got ${show(option)}`);
  }
  return cache("get" in option ? { store: option } : option);
}

/** What is made for an option that may be absent. */
function given<Option, Made>(
  option: Option | undefined,
  make: (option: Option) => Made,
): Made | undefined {
  return option === undefined ? undefined : make(option);
}

/** What is made for an option that is a switch, off unless it is on. */
function switched<Made>(name: string, option = false, make: () => Made): Made | false {
  requireBoolean(name, option);
  return option && make();
}

/** What is made for an option that is a switch or options: nothing for `false`. */
function chosen<Options extends object, Made>(
  name: string,
  option: boolean | Options | undefined,
  make: (options?: Options) => Made,
): Made | false {
  if (option === false) return false;
  if (option === true || option === undefined) return make();
  if (typeof option === "object" && option !== null) return make(option);
  throw new TypeError(`Expected "${name}" to be true, false or options: got ${show(option)}`);
}

function robotsTier(options: HttpStackOptions): Tier | false {
  const tier = chosen("robots", options.robots, (own = {}) => {
    requireOptions("robots in httpStack", own, { agent: true });
    const { agent = tokenOf(options.userAgent) } = own;
    return robotsOf(agent);
  });
  return asksNobody(options.cache) ? false : tier;
}

/** Whether no request gets past the cache, so that nobody's rules are concerned, nor could be read. */
function asksNobody(cache: HttpStackOptions["cache"]): boolean {
  if (typeof cache !== "object" || cache === null || "get" in cache) return false;
  return cache.use === "offline" || cache.use === "only-if-cached";
}

function robotsOf(agent: string): Tier {
  const { name } = robots({ agent });
  return {
    name,
    agent,
    make: ({ limiter, names }) =>
      robots({ agent, retries: names.includes("retry") ? 0 : 2, ...(limiter && { limiter }) }),
  };
}

function tokenOf(userAgent: HttpStackOptions["userAgent"]): string {
  return isAgent(userAgent) ? userAgent : "pagoda";
}

function limiterTier(options: HttpStackOptions): Tier | false {
  const limiter = ownLimiterOf(options);
  if (limiter === undefined) return false;
  const { name } = perDomainRateLimit({ limiter });
  return { name, make: ({ limiter }) => perDomainRateLimit(limiter && { limiter }) };
}
