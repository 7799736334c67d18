import type { RateLimiterResponse } from "./rate-limiter.ts";

/** By what an {@link AutoDelay} goes. */
export interface AutoDelayRules {
  readonly targetConcurrency: number;
  readonly startDelayMs: number;
  readonly maxDelayMs: number;
}

/**
 * A delay that follows how long a domain takes to answer, as the AutoThrottle of Scrapy does.
 *
 * A server that takes `latencyMs` is to be sent a request each `latencyMs / targetConcurrency`. Each
 * answer takes the delay all the way up to that, or half the way down, within `maxDelayMs`.
 * Only a 200 takes it down: errors and redirects come fast, and often from somewhere else.
 */
export class AutoDelay {
  readonly #rules: AutoDelayRules;
  #delayMs: number;

  constructor(rules: AutoDelayRules) {
    this.#rules = rules;
    this.#delayMs = rules.startDelayMs;
  }

  get delayMs(): number {
    return this.#delayMs;
  }

  /** Learns from an answer, or from that there was none. */
  learn({ status, latencyMs }: RateLimiterResponse): void {
    const { targetConcurrency, maxDelayMs } = this.#rules;
    const targetMs = latencyMs / targetConcurrency;
    const wishedMs = Math.max(targetMs, (this.#delayMs + targetMs) / 2);
    const delayMs = Math.min(wishedMs, maxDelayMs);
    if (delayMs > this.#delayMs || status === 200) this.#delayMs = delayMs;
  }
}
