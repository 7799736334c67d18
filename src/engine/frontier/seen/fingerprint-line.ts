import type { Fingerprint, FingerprintBits } from "./fingerprint.ts";

/** Words of a chunk: small beside what makes a line worth having. */
const CHUNK = 1024;

/** Fingerprints in the order they came, in chunks, so that those that left take no memory. */
export class FingerprintLine {
  readonly #width: number;
  readonly #chunks: Int32Array[] = [];
  #first = 0;
  #end = 0;

  constructor(bits: FingerprintBits) {
    this.#width = bits / 32;
  }

  push({ a, b, c, d }: Fingerprint): void {
    const at = this.#end % CHUNK;
    if (at === 0) this.#chunks.push(new Int32Array(CHUNK));
    const chunk = this.#chunks.at(-1) ?? [];
    chunk[at] = a;
    chunk[at + 1] = b;
    if (this.#width > 2) {
      chunk[at + 2] = c;
      chunk[at + 3] = d;
    }
    this.#end += this.#width;
  }

  /** Takes out the first, there being one, and writes it to `into`. */
  shift(into: Fingerprint): void {
    const at = this.#first;
    const [chunk = []] = this.#chunks;
    into.a = chunk[at] ?? 0;
    into.b = chunk[at + 1] ?? 0;
    if (this.#width > 2) {
      into.c = chunk[at + 2] ?? 0;
      into.d = chunk[at + 3] ?? 0;
    }
    this.#first += this.#width;
    if (this.#first < CHUNK) return;
    this.#chunks.shift();
    this.#first = 0;
  }
}
