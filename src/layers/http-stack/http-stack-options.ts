import type { DnsOptions } from "../../http/client/dns/dns-cache.ts";
import type { HostAddresses } from "../../http/client/resolve-hosts.ts";
import type { SsrfGuardOptions } from "../../http/client/ssrf/ssrf-guard-options.ts";
import type { TlsOptions } from "../../http/client/tls-options.ts";
import type { HeadersInit } from "../../http/headers.ts";
import type { AcceptBody, HttpRequest, HttpResponse } from "../../http/message.ts";
import { requireOptions, show } from "../../service/options.ts";
import type { Credentials } from "../auth/credentials.ts";
import type { CacheStore } from "../cache/cache-store.ts";
import type { CacheOptions } from "../cache/cache.ts";
import type { CircuitBreakerOptions } from "../circuit-breaker/circuit-breaker-options.ts";
import type { CookieJar } from "../cookies/cookie-jar.ts";
import type { HttpRetryOptions } from "../http-retry.ts";
import type { AutoThrottleOptions } from "../rate-limit/auto-throttle-options.ts";
import type { RateLimitOptions } from "../rate-limit/rate-limit.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import type { RedirectOptions } from "../redirect.ts";
import type { RobotsOptions } from "../robots/robots.ts";
import type { TracingOptions } from "../tracing/tracing.ts";
import type { UserAgentRotation } from "../user-agent-rotation.ts";

/** How many calls may start in an interval; see {@link rateLimit}. */
export type Rate = Pick<RateLimitOptions<HttpRequest>, "limit" | "intervalMs" | "burst">;

/** What counts as one domain. */
export type LimitBy = "host" | "domain" | "address";

/** Limits of a whole stack, whatever its answers are. Each is by default none. */
export interface HttpLimits {
  /** For each domain by itself. */
  readonly perDomain?: Rate;
  /** For all domains together. */
  readonly global?: Rate;
  /** Requests that may be in the tiers below at once, those that wait for their turn among them. */
  readonly concurrency?: number;
}

/** Options of {@link httpStack}. `false` takes a tier away, `true` is its default. */
export interface HttpStackOptions {
  /** See {@link userAgent}. @defaultValue that of the leaf */
  readonly userAgent?: string | readonly string[] | UserAgentRotation;
  /** Headers of every request that lacks them. @defaultValue none */
  readonly headers?: HeadersInit;
  /** What lets us in, by origin; see {@link auth}. @defaultValue none */
  readonly auth?: Credentials | readonly Credentials[];
  /** Whether cookies come back, or the jar to keep them in; see {@link cookies}. @defaultValue `false` */
  readonly cookies?: boolean | CookieJar;
  /** See {@link robots}; `agent` is by default `userAgent` where that is one text. @defaultValue `true` */
  readonly robots?: boolean | Pick<RobotsOptions, "agent">;
  /** See {@link redirect}. @defaultValue `true` */
  readonly redirect?: boolean | RedirectOptions;
  /**
   * Where responses are kept; see {@link cache}. One whose `use` never asks a server has no `robots` above it.
   *
   * @defaultValue `false`
   */
  readonly cache?: false | CacheStore | CacheOptions;
  /** See {@link httpRetry}. @defaultValue `true` */
  readonly retry?: boolean | HttpRetryOptions;
  /** See {@link httpCircuitBreaker}. @defaultValue `false` */
  readonly circuitBreaker?: boolean | CircuitBreakerOptions<HttpRequest, HttpResponse>;
  /** A rate for each domain, one for all, and requests at once. @defaultValue none */
  readonly limits?: HttpLimits;
  /** Decides when a request may start. @defaultValue a `PerDomainThrottle` of `delayMs` for each service */
  readonly limiter?: false | RateLimiter;
  /**
   * Least time between the starts of two requests to a domain, in milliseconds.
   *
   * @defaultValue 200, or 0 where `limits.perDomain` sets the pace
   */
  readonly delayMs?: number;
  /** Whether that delay follows how long a domain takes to answer; see `PerDomainThrottle`. @defaultValue `false` */
  readonly autoThrottle?: boolean | AutoThrottleOptions;
  /**
   * What a domain is to the limiter and to `limits.perDomain`: a host name; a registrable domain, see
   * {@link limitByDomain}; or an address, see {@link limitByAddress}, which `limits.perDomain` cannot.
   *
   * @defaultValue `"host"`
   */
  readonly limitBy?: LimitBy;
  /** How long one request may take on the wire, in milliseconds. @defaultValue 30 s */
  readonly timeoutMs?: number;
  /** Bytes that a body may have. @defaultValue 10 MiB */
  readonly maxBytes?: number;
  /** Whether to read a body, by the head of its response; else it comes empty, `truncated`. @defaultValue all are read */
  readonly accept?: AcceptBody;
  /** Whether a body that the connection cut is a response, `truncated`, and no error. @defaultValue `false` */
  readonly allowTruncated?: boolean;
  /** Connections that an origin may have at once. @defaultValue `Infinity` */
  readonly connections?: number;
  /** Addresses that the DNS is not asked for, by `"host:port"`. @defaultValue none */
  readonly resolve?: HostAddresses;
  /** How names become addresses; see {@link httpClient}. @defaultValue the resolver of the system, kept for 60 s */
  readonly dns?: DnsOptions;
  /** Whether to connect to public addresses only; see {@link httpClient}. @defaultValue `false` */
  readonly ssrfGuard?: boolean | SsrfGuardOptions;
  /** URL of the proxy that requests go through; see {@link httpClient}. @defaultValue `false` */
  readonly proxy?: string | false;
  /** Whether to speak HTTP/2 with servers that choose it. @defaultValue `false` */
  readonly http2?: boolean;
  /** Authorities to trust beside the usual ones. @defaultValue none */
  readonly tls?: TlsOptions;
  /** See {@link wafDetect}; a block is an error also where `classify` is `false`. @defaultValue `false` */
  readonly wafDetect?: boolean;
  /** See {@link tracing}; the spans of calls and of attempts are told the same. @defaultValue `true` */
  readonly tracing?: boolean | Omit<TracingOptions, "span">;
  /** See {@link classifyStatus}. @defaultValue `true` */
  readonly classify?: boolean;
}

const known: Readonly<Record<keyof HttpStackOptions, true>> = {
  userAgent: true,
  headers: true,
  auth: true,
  cookies: true,
  robots: true,
  redirect: true,
  cache: true,
  retry: true,
  circuitBreaker: true,
  limits: true,
  limiter: true,
  delayMs: true,
  autoThrottle: true,
  limitBy: true,
  timeoutMs: true,
  maxBytes: true,
  accept: true,
  allowTruncated: true,
  connections: true,
  resolve: true,
  dns: true,
  ssrfGuard: true,
  proxy: true,
  http2: true,
  tls: true,
  wafDetect: true,
  tracing: true,
  classify: true,
};

/** Throws a `TypeError` where an option does not exist, or two contradict each other. */
export function requireStackOptions(options: HttpStackOptions): void {
  requireOptions("httpStack", options, known);
  const { limiter } = options;
  for (const name of ["delayMs", "autoThrottle"] as const) {
    if (limiter === undefined || options[name] === undefined) continue;
    throw new TypeError(`Expected "${name}" or "limiter", which keeps delays of its own: got both`);
  }
  requireLimitBy(options);
}

function requireLimitBy({ limitBy = "host", limiter, limits }: HttpStackOptions): void {
  if (!["host", "domain", "address"].includes(limitBy)) {
    throw new RangeError(
      `Expected "limitBy" to be "host", "domain" or "address": got ${show(limitBy)}`,
    );
  }
  if (limitBy === "host") return;
  if (limiter === false && !limits?.perDomain) {
    throw new TypeError(`Expected a limiter for "limitBy": got "limiter" false`);
  }
  if (limitBy === "address" && limits?.perDomain) {
    throw new TypeError(
      'Expected "limitBy" to be "host" or "domain" with "limits.perDomain": got "address"',
    );
  }
}
