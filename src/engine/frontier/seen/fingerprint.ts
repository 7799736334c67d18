import { HalfSipHash } from "./half-sip-hash.ts";

/** How many bits a key is told apart by. */
export type FingerprintBits = 64 | 128;

/** A place for one fingerprint, which is written over: none is an object of its own. */
export class Fingerprint {
  a = 0;
  b = 0;
  c = 0;
  d = 0;
}

/** Takes fingerprints of keys: of 128 bits by two hashes, each under a key of its own. */
export class FingerprintOf {
  readonly #first = new HalfSipHash();
  readonly #second: HalfSipHash | undefined;

  constructor(bits: FingerprintBits) {
    this.#second = bits === 128 ? new HalfSipHash() : undefined;
  }

  /** Writes the fingerprint of a key: never zero, which stands for none. */
  write(key: string, into: Fingerprint): void {
    this.#first.update(key);
    into.a = this.#first.high;
    into.b = this.#first.low;
    if ((into.a | into.b) === 0) into.b = 1;
    if (!this.#second) return;
    this.#second.update(key);
    into.c = this.#second.high;
    into.d = this.#second.low;
  }
}
