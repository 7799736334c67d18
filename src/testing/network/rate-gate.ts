/** Timers of a real clock may fire a fraction of a millisecond early. */
const SLACK_MS = 1;

/**
 * Counts the requests of a host against its limit, a second's worth of which may come at once.
 *
 * A request that is turned away does not count.
 */
export class RateGate {
  readonly #gapMs: number;
  readonly #burstMs: number;
  #dueAt = -Infinity; // when the limit would be used up no more

  constructor(maxPerSecond: number) {
    this.#gapMs = 1000 / maxPerSecond;
    this.#burstMs = Math.max(0, 1000 - this.#gapMs);
  }

  /** How long to wait before asking again; 0 lets the request in. */
  enter(now: number): number {
    const waitMs = this.#dueAt - this.#burstMs - now;
    if (waitMs > SLACK_MS) return waitMs;
    this.#dueAt = Math.max(now, this.#dueAt) + this.#gapMs;
    return 0;
  }
}
