/** How long calls took, in milliseconds. */
export interface LatencyStats {
  /** Calls that were measured. */
  readonly count: number;
  readonly meanMs: number;
  /** Half of them took no longer. This and the next two are at most 2 % off, or 0.1 ms. */
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  /** The longest, as it was. */
  readonly maxMs: number;
}

/** How far off a quantile may be, relative to itself. */
const ERROR = 0.02;
/** Each bucket ends that many times later than the one before it. */
const GROWTH = (1 + ERROR) / (1 - ERROR);
/** Where the first bucket ends. */
const LEAST_MS = 0.1;
/** Where the last one begins, about: what took longer than a day is told as the longest. */
const DAY_MS = 86_400_000;
const BUCKETS = indexOf(DAY_MS) + 1;

/**
 * Counts how long calls took, in some 500 buckets whose bounds grow by 4 %: 4 KiB, however many calls.
 *
 * Quantiles come from it at most 2 % off, from 0.1 ms to a day; what is shorter counts as 0, and what is
 * longer as the longest. Mean and maximum are exact.
 */
export class LatencyHistogram {
  readonly #buckets = new Float64Array(BUCKETS);
  #count = 0;
  #sumMs = 0;
  #maxMs = 0;

  add(ms: number): void {
    const tookMs = Math.max(0, ms);
    const index = Math.min(indexOf(tookMs), BUCKETS - 1);
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    this.#count++;
    this.#sumMs += tookMs;
    if (tookMs > this.#maxMs) this.#maxMs = tookMs;
  }

  stats(): LatencyStats {
    return {
      count: this.#count,
      meanMs: this.#count === 0 ? 0 : this.#sumMs / this.#count,
      p50Ms: this.#quantile(0.5),
      p90Ms: this.#quantile(0.9),
      p99Ms: this.#quantile(0.99),
      maxMs: this.#maxMs,
    };
  }

  /** The nearest rank: so many of them took no longer. */
  #quantile(part: number): number {
    const rank = Math.max(1, Math.ceil(part * this.#count));
    let below = 0;
    const index = this.#buckets.findIndex((count) => (below += count) >= rank);
    if (index === BUCKETS - 1) return this.#maxMs;
    return index <= 0 ? 0 : Math.min(middleOf(index), this.#maxMs);
  }
}

/** The bucket of a time: the first, up to the least, is 0. */
function indexOf(ms: number): number {
  return ms <= LEAST_MS ? 0 : Math.ceil(Math.log(ms / LEAST_MS) / Math.log(GROWTH));
}

/** What is as far from both bounds of a bucket, relative to each. */
function middleOf(index: number): number {
  return (2 * LEAST_MS * GROWTH ** index) / (GROWTH + 1);
}
