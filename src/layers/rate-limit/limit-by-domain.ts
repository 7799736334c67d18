import { registrableDomain } from "../../http/url/registrable-domain.ts";
import { requireMethods } from "../../service/options.ts";
import { limiterMethods, type RateLimiter } from "./rate-limiter.ts";
import { SharedDelays } from "./shared-delays.ts";

/**
 * A limiter that counts all hosts of a registrable domain as one: `a.example.com` as `b.example.com`.
 *
 * Domains are those of the Public Suffix List with its private part, so that each `*.github.io` is one.
 * Of the crawl-delays of its hosts the greatest counts.
 *
 * @example
 * ```ts
 * const http = httpStack({ limiter: limitByDomain(new PerDomainThrottle()) }).service();
 * ```
 */
export function limitByDomain(limiter: RateLimiter): RateLimiter {
  requireMethods("limiter", limiter, limiterMethods);
  const delays = new SharedDelays(MOST_DELAYS);
  return {
    acquire: (host, context) => limiter.acquire(registrableDomain(host), context),
    recordResponse: (host, response, context) =>
      limiter.recordResponse(registrableDomain(host), response, context),
    setCrawlDelay(host, delayMs) {
      const domain = registrableDomain(host);
      limiter.setCrawlDelay(domain, delays.greatest(domain, host, delayMs) ?? delayMs);
    },
  };
}

/** Hosts whose crawl-delay is remembered. */
const MOST_DELAYS = 10_000;
