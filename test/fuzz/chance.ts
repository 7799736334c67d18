/** Chance by a seed (mulberry32): the same seed draws the same. */
export class Chance {
  #state: number;

  constructor(seed: number, part = 0) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(part + 1, 0xc2b2ae35);
  }

  /** From 0 to 1, without 1. */
  draw(): number {
    const state = (this.#state = (this.#state + 0x6d2b79f5) | 0);
    const once = Math.imul(state ^ (state >>> 15), state | 1);
    const twice = once ^ (once + Math.imul(once ^ (once >>> 7), once | 61));
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32;
  }

  /** True so often. */
  is(share: number): boolean {
    return this.draw() < share;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.draw() * (most - least + 1));
  }

  oneOf<T>(first: T, ...others: readonly T[]): T {
    return others[this.whole(0, others.length) - 1] ?? first;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.whole(0, 255)));
  }

  /** Bytes cut into so many pieces, of which some may be empty. */
  pieces(bytes: Buffer, count: number): Buffer[] {
    const inner = Array.from({ length: count - 1 }, () => this.whole(0, bytes.length));
    const cuts = [...inner.toSorted((a, b) => a - b), bytes.length];
    return cuts.map((end, n) => bytes.subarray(cuts[n - 1] ?? 0, end));
  }
}
