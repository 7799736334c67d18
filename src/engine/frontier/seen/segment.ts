import type { Fingerprint } from "./fingerprint.ts";

/** The share of slots in use at which there are too few, and that there is with new ones. */
const FULL = 3 / 4;
const ROOMY = 1 / 2;
const FEWEST_SLOTS = 8;

/** A part of a table of fingerprints: open addressing with linear probing in one typed array. */
export class Segment {
  /** How many leading bits its fingerprints have in common. */
  readonly depth: number;
  /** Words of a slot. */
  readonly #width: number;
  #words: Int32Array;
  #size = 0;

  /** `width`: words of a fingerprint, 2 or 4. */
  constructor(width: number, depth: number, expected = 0) {
    this.depth = depth;
    this.#width = width;
    this.#words = new Int32Array(slotsFor(expected) * width);
  }

  /** Whether it needs more slots. */
  get isFull(): boolean {
    return this.#size * this.#width > this.#words.length * FULL;
  }

  has({ a, b, c, d }: Fingerprint): boolean {
    return this.#find(a, b, c, d) >= 0;
  }

  /** Takes a fingerprint in; false if it is there. */
  add({ a, b, c, d }: Fingerprint): boolean {
    return this.#add(a, b, c, d);
  }

  /** Takes a fingerprint out; false if it is not there. */
  delete({ a, b, c, d }: Fingerprint): boolean {
    let hole = this.#find(a, b, c, d);
    if (hole < 0) return false;
    const words = this.#words;
    // What had to make way for it moves back, so that no marks of the dead pile up.
    for (let at = this.#after(hole); !isFree(words, at); at = this.#after(at)) {
      const home = this.#home(words[at + 1] ?? 0);
      const isInPlace = hole <= at ? hole < home && home <= at : hole < home || home <= at;
      if (isInPlace) continue;
      words.copyWithin(hole, at, at + this.#width);
      hole = at;
    }
    words.fill(0, hole, hole + this.#width);
    this.#size--;
    return true;
  }

  /** Takes more slots; false where that would be more than `most`. */
  grow(most: number): boolean {
    const slots = slotsFor(this.#size);
    if (slots > most) return false;
    const before = this.#words;
    this.#words = new Int32Array(slots * this.#width);
    this.#size = 0;
    this.#deal(before, () => this);
    return true;
  }

  /** Deals its fingerprints out to two segments, by the first bit in which they differ. */
  split(): readonly [Segment, Segment] {
    const isOne = (a: number): boolean => ((a >>> (31 - this.depth)) & 1) === 1;
    let count = 0;
    for (let at = 0; at < this.#words.length; at += this.#width) {
      if (!isFree(this.#words, at) && isOne(this.#words[at] ?? 0)) count++;
    }
    const zeros = new Segment(this.#width, this.depth + 1, this.#size - count);
    const ones = new Segment(this.#width, this.depth + 1, count);
    this.#deal(this.#words, (a) => (isOne(a) ? ones : zeros));
    return [zeros, ones];
  }

  #deal(words: Int32Array, of: (a: number) => Segment): void {
    for (let at = 0; at < words.length; at += this.#width) {
      if (isFree(words, at)) continue;
      const a = words[at] ?? 0;
      // What lies behind a narrow one is not its own, and is not looked at.
      of(a).#add(a, words[at + 1] ?? 0, words[at + 2] ?? 0, words[at + 3] ?? 0);
    }
  }

  #add(a: number, b: number, c: number, d: number): boolean {
    const at = ~this.#find(a, b, c, d);
    if (at < 0) return false;
    const words = this.#words;
    words[at] = a;
    words[at + 1] = b;
    if (this.#width > 2) {
      words[at + 2] = c;
      words[at + 3] = d;
    }
    this.#size++;
    return true;
  }

  /** Where a fingerprint is, or the complement of where it would be. */
  #find(a: number, b: number, c: number, d: number): number {
    const words = this.#words;
    let at = this.#home(b);
    while (!isFree(words, at)) {
      const isSame = words[at] === a && words[at + 1] === b;
      if (isSame && (this.#width === 2 || (words[at + 2] === c && words[at + 3] === d))) return at;
      at = this.#after(at);
    }
    return ~at;
  }

  /** Where a fingerprint is if nothing is in its way. Those of larger numbers come later. */
  #home(b: number): number {
    const slots = this.#words.length / this.#width;
    return Math.floor(((b >>> 0) / 2 ** 32) * slots) * this.#width;
  }

  #after(at: number): number {
    const next = at + this.#width;
    return next === this.#words.length ? 0 : next;
  }
}

function slotsFor(size: number): number {
  return Math.max(FEWEST_SLOTS, Math.ceil(size / ROOMY));
}

function isFree(words: Int32Array, at: number): boolean {
  return ((words[at] ?? 0) | (words[at + 1] ?? 0)) === 0;
}
