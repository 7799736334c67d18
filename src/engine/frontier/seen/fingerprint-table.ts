import type { Fingerprint, FingerprintBits } from "./fingerprint.ts";
import { Segment } from "./segment.ts";

/** Slots of the largest segment: few enough to be dealt out in far less than a millisecond. */
const MOST_SLOTS = 32_768;

/**
 * A set of fingerprints that grows by a small part at a time: extendible hashing.
 *
 * Its directory is indexed by as many leading bits of a fingerprint as tell all segments apart; one
 * with fewer bits stands in several entries.
 */
export class FingerprintTable {
  readonly #mostSlots: number;
  #directory: Segment[];
  #bits = 0;
  #size = 0;

  constructor(bits: FingerprintBits, mostSlots: number = MOST_SLOTS) {
    this.#mostSlots = mostSlots;
    this.#directory = [new Segment(bits / 32, 0)];
  }

  get size(): number {
    return this.#size;
  }

  has(print: Fingerprint): boolean {
    return this.#segment(print).has(print);
  }

  /** Takes a fingerprint in; false if it is there. */
  add(print: Fingerprint): boolean {
    const segment = this.#segment(print);
    if (!segment.add(print)) return false;
    this.#size++;
    if (segment.isFull && !segment.grow(this.#mostSlots)) this.#split(segment, print);
    return true;
  }

  /** Takes a fingerprint out; false if it is not there. */
  delete(print: Fingerprint): boolean {
    if (!this.#segment(print).delete(print)) return false;
    this.#size--;
    return true;
  }

  #segment({ a }: Fingerprint): Segment {
    const segment = this.#directory[indexOf(a, this.#bits)];
    if (!segment) throw new Error("The directory has a gap");
    return segment;
  }

  #split(segment: Segment, { a }: Fingerprint): void {
    if (segment.depth === this.#bits) {
      this.#directory = this.#directory.flatMap((segment) => [segment, segment]);
      this.#bits++;
    }
    const [zeros, ones] = segment.split();
    const entries = 2 ** (this.#bits - segment.depth);
    const from = indexOf(a, segment.depth) * entries;
    this.#directory.fill(zeros, from, from + entries / 2);
    this.#directory.fill(ones, from + entries / 2, from + entries);
  }
}

/** The number that the leading bits make. */
function indexOf(a: number, bits: number): number {
  return bits === 0 ? 0 : a >>> (32 - bits);
}
