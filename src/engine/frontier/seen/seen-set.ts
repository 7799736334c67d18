import { FingerprintLine } from "./fingerprint-line.ts";
import { FingerprintTable } from "./fingerprint-table.ts";
import { Fingerprint, type FingerprintBits, FingerprintOf } from "./fingerprint.ts";

/**
 * Remembers keys by their fingerprints, at most `limit` of them: the oldest is forgotten first.
 *
 * A key takes 11 to 16 bytes of memory, and 8 more where there is a limit; twice that of 128 bits.
 */
export class SeenSet {
  readonly #limit: number;
  readonly #printOf: FingerprintOf;
  readonly #print = new Fingerprint();
  readonly #table: FingerprintTable;
  /** By age, where some are to be forgotten. */
  readonly #line: FingerprintLine | undefined;
  /** Those that were deleted, and still stand in line. */
  readonly #gone: FingerprintTable;

  constructor(limit: number = Infinity, bits: FingerprintBits = 64, mostSlots?: number) {
    this.#limit = limit;
    this.#printOf = new FingerprintOf(bits);
    this.#table = new FingerprintTable(bits, mostSlots);
    this.#gone = new FingerprintTable(bits, mostSlots);
    this.#line = limit < Infinity ? new FingerprintLine(bits) : undefined;
  }

  get size(): number {
    return this.#table.size;
  }

  has(key: string): boolean {
    this.#printOf.write(key, this.#print);
    return this.#table.has(this.#print);
  }

  /** Remembers a key; one that is known keeps its age. */
  add(key: string): void {
    const print = this.#print;
    this.#printOf.write(key, print);
    if (!this.#table.add(print) || !this.#line || this.#gone.delete(print)) return;
    this.#line.push(print);
    if (this.#table.size + this.#gone.size > this.#limit) this.#forget(this.#line);
  }

  /** Forgets a key, which keeps its age in case it comes again. */
  delete(key: string): void {
    this.#printOf.write(key, this.#print);
    if (this.#table.delete(this.#print) && this.#line) this.#gone.add(this.#print);
  }

  #forget(line: FingerprintLine): void {
    line.shift(this.#print);
    if (!this.#gone.delete(this.#print)) this.#table.delete(this.#print);
  }
}
