import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { requireDuration, requireOptions } from "../../service/options.ts";
import { type AutoThrottleOptions, autoThrottleOf } from "./auto-throttle-options.ts";
import { DomainQueues } from "./domain-queues.ts";
import type { RateLimiter, RateLimiterResponse } from "./rate-limiter.ts";

/** Options of {@link PerDomainThrottle}. */
export interface PerDomainThrottleOptions {
  /** Least time from one start to the next, in milliseconds. @defaultValue 200 */
  readonly minDelayMs?: number;
  /** The most that answers can raise it to, and that Retry-After can ask for. @defaultValue 60 s */
  readonly maxDelayMs?: number;
  /** Whether the delay follows how long a domain takes to answer, or how. @defaultValue `false` */
  readonly autoThrottle?: boolean | AutoThrottleOptions;
}

/** The most that a robots.txt can ask for. */
const MAX_CRAWL_DELAY_MS = 60_000;

/**
 * Lets requests to a domain start one by one, at a pace that its answers set. Domains share nothing.
 *
 * Calls start in the order they came, each no earlier than the delay after the start before it, and
 * no later; a call that aborts while it waits leaves at once and costs nobody a turn.
 * A 429 or a 503 doubles the delay, none becoming 200 ms, up to `maxDelayMs`. A wave of them counts
 * once: an answer to what had started before the last doubling changes nothing.
 * Five successes (2xx, 3xx) in a row halve it, down to the floor. A 5xx and no answer end the row;
 * any other 4xx tells nothing of the pace, and neither does a request that its caller aborted.
 * The floor is `minDelayMs` or the crawl-delay, whichever is more; a crawl-delay over 60 s is 60 s.
 * Retry-After, cut to `maxDelayMs`, moves the next start, and only that.
 * All of it counts at once for those who wait already.
 * A call whose turn would come after its `startBy` or deadline is refused at once with a
 * `RateLimitedError` that tells when it would have come, and reserves nothing.
 *
 * With `autoThrottle` the delay is also never less than one that follows latency, as the AutoThrottle of
 * Scrapy does: it begins with `startDelayMs`, and each answer takes it up to its own latency divided by
 * `targetConcurrency`, or half the way down to that. Only a 200 takes it down.
 *
 * Domains at rest are forgotten when they become very many; raised delays and crawl-delays are kept
 * for a day, of the 10,000 domains used last. None is forgotten before its next turn.
 *
 * @example
 * ```ts
 * const limiter = new PerDomainThrottle({ minDelayMs: 1000 });
 * const http = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(perDomainRateLimit({ limiter }))
 *   .service(httpClient());
 * ```
 */
export class PerDomainThrottle implements RateLimiter {
  readonly #queues: DomainQueues;

  constructor(options: PerDomainThrottleOptions = {}) {
    requireOptions("PerDomainThrottle", options, {
      minDelayMs: true,
      maxDelayMs: true,
      autoThrottle: true,
    });
    const { minDelayMs = 200, autoThrottle = false } = options;
    requireDuration("minDelayMs", minDelayMs);
    const { maxDelayMs = Math.max(60_000, minDelayMs) } = options;
    requireDuration("maxDelayMs", maxDelayMs);
    requireOrder(minDelayMs, maxDelayMs);
    this.#queues = new DomainQueues({
      minDelayMs,
      maxDelayMs,
      autoThrottle: autoThrottleOf(autoThrottle, maxDelayMs),
    });
  }

  /** How many domains it remembers. */
  get size(): number {
    return this.#queues.size;
  }

  acquire(domain: string, context: Context): Promise<void> {
    this.#queues.sweep(context.clock);
    return this.#queues.of(domain).acquire(context);
  }

  recordResponse(domain: string, response: RateLimiterResponse, context: Context): void {
    requireDuration("retryAfterMs", response.retryAfterMs ?? 0);
    const queue = this.#queues.of(domain);
    const before = queue.pace.delayMs;
    queue.pace.record(response, context.clock.now());
    queue.update();

    const { delayMs } = queue.pace;
    if (delayMs !== before && layerEvents.hasSubscribers) {
      const event = delayMs > before ? "slowed" : "eased";
      publish(context, "perDomainRateLimit", event, { domain, delayMs });
    }
  }

  setCrawlDelay(domain: string, delayMs: number): void {
    requireDuration("delayMs", delayMs);
    const queue = this.#queues.of(domain);
    queue.pace.setCrawlDelay(Math.min(delayMs, MAX_CRAWL_DELAY_MS));
    queue.update();
  }
}

function requireOrder(minDelayMs: number, maxDelayMs: number): void {
  if (minDelayMs <= maxDelayMs && minDelayMs < Infinity) return;
  throw new RangeError(
    `Expected "minDelayMs" to be finite and at most "maxDelayMs", ${maxDelayMs}: got ${minDelayMs}`,
  );
}
