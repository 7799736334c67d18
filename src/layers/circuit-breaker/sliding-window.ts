/** In how many parts a window moves. */
const SLICES = 10;

/** The calls of one part of a window. */
interface Slice {
  readonly number: number;
  calls: number;
  failures: number;
}

/** Counts the calls of late, and those that failed, in constant space. */
export class SlidingWindow {
  calls = 0;
  failures = 0;
  readonly #sliceMs: number;
  #slices: readonly Slice[] = [];

  constructor(windowMs: number) {
    this.#sliceMs = windowMs / SLICES;
  }

  add(failed: boolean, now: number): void {
    const slice = this.#slice(Math.floor(now / this.#sliceMs));
    const failures = failed ? 1 : 0;
    slice.calls++;
    slice.failures += failures;
    this.calls++;
    this.failures += failures;
  }

  /** The part that is on now; those that have left the window are forgotten. */
  #slice(number: number): Slice {
    const last = this.#slices.at(-1);
    if (last?.number === number) return last;
    const hasLeft = (slice: Slice): boolean => slice.number <= number - SLICES;
    for (const { calls, failures } of this.#slices.filter(hasLeft)) {
      this.calls -= calls;
      this.failures -= failures;
    }
    const slice = { number, calls: 0, failures: 0 };
    this.#slices = [...this.#slices.filter((slice) => !hasLeft(slice)), slice];
    return slice;
  }
}
