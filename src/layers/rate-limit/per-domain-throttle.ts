import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { requireDuration, requireOptions } from "../../service/options.ts";
import type { PaceLimits } from "./domain-pace.ts";
import { DomainQueue } from "./domain-queue.ts";
import type { RateLimiter, RateLimiterResponse } from "./rate-limiter.ts";

/** Options of {@link PerDomainThrottle}. */
export interface PerDomainThrottleOptions {
  /** Least time from one start to the next, in milliseconds. @defaultValue 200 */
  readonly minDelayMs?: number;
  /** The most that answers can raise it to, and that Retry-After can ask for. @defaultValue 60 s */
  readonly maxDelayMs?: number;
}

/** The most that a robots.txt can ask for. */
const MAX_CRAWL_DELAY_MS = 60_000;
/** How many domains are remembered before those at rest are forgotten. */
const MANY = 10_000;

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
 * Domains at rest are forgotten when they become very many; raised delays and crawl-delays are kept
 * for a day.
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
  readonly #limits: PaceLimits;
  readonly #queues = new Map<string, DomainQueue>();
  #sweepAt = MANY;

  constructor(options: PerDomainThrottleOptions = {}) {
    requireOptions("PerDomainThrottle", options, { minDelayMs: true, maxDelayMs: true });
    const { minDelayMs = 200 } = options;
    requireDuration("minDelayMs", minDelayMs);
    const { maxDelayMs = Math.max(60_000, minDelayMs) } = options;
    requireDuration("maxDelayMs", maxDelayMs);
    requireOrder(minDelayMs, maxDelayMs);
    this.#limits = { minDelayMs, maxDelayMs };
  }

  /** How many domains it remembers. */
  get size(): number {
    return this.#queues.size;
  }

  acquire(domain: string, context: Context): Promise<void> {
    if (this.#queues.size >= this.#sweepAt) this.#sweep(context.clock.now());
    return this.#queue(domain).acquire(context);
  }

  recordResponse(domain: string, response: RateLimiterResponse, context: Context): void {
    requireDuration("retryAfterMs", response.retryAfterMs ?? 0);
    const queue = this.#queue(domain);
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
    const queue = this.#queue(domain);
    queue.pace.setCrawlDelay(Math.min(delayMs, MAX_CRAWL_DELAY_MS));
    queue.update();
  }

  #queue(domain: string): DomainQueue {
    const known = this.#queues.get(domain);
    if (known) return known;
    const queue = new DomainQueue(domain, this.#limits);
    this.#queues.set(domain, queue);
    return queue;
  }

  #sweep(now: number): void {
    for (const [domain, queue] of this.#queues) {
      if (queue.isAtRest(now)) this.#queues.delete(domain);
    }
    this.#sweepAt = Math.max(MANY, 2 * this.#queues.size);
  }
}

function requireOrder(minDelayMs: number, maxDelayMs: number): void {
  if (minDelayMs <= maxDelayMs && minDelayMs < Infinity) return;
  throw new RangeError(
    `Expected "minDelayMs" to be finite and at most "maxDelayMs", ${maxDelayMs}: got ${minDelayMs}`,
  );
}
