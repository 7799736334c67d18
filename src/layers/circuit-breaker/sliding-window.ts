import { LateCount } from "../late-count.ts";

/** In how many parts a window moves. */
const SLICES = 10;

/** Counts the calls of late, and those that failed, in constant space. */
export class SlidingWindow {
  readonly #sliceMs: number;
  readonly #calls = new LateCount(SLICES);
  readonly #failures = new LateCount(SLICES);
  #slice = 0;

  constructor(windowMs: number) {
    this.#sliceMs = windowMs / SLICES;
  }

  /** Of the latest calls by the time of the last one. */
  get calls(): number {
    return this.#calls.at(this.#slice);
  }

  /** How many of these failed. */
  get failures(): number {
    return this.#failures.at(this.#slice);
  }

  add(failed: boolean, now: number): void {
    this.#slice = Math.floor(now / this.#sliceMs);
    this.#calls.add(this.#slice);
    if (failed) this.#failures.add(this.#slice);
  }
}
