import { LateCount } from "./late-count.ts";

/** What a repeat costs and what pays for it, in units so small that all are whole numbers. */
export interface RepeatTerms {
  /** How long calls and repeats count. */
  readonly ttlMs: number;
  readonly cost: bigint;
  /** What each call pays in. */
  readonly perCall: bigint;
  /** What is there without any call. */
  readonly reserve: bigint;
}

/** In how many parts the time moves for which calls and repeats count. */
const SLOTS = 10;

/** The calls and repeats of late, and whether these pay for another repeat. */
export class RepeatAccount {
  readonly #terms: RepeatTerms;
  readonly #openedAt: number;
  readonly #calls = new LateCount(SLOTS);
  readonly #repeats = new LateCount(SLOTS + 1); // the present slot has only begun

  constructor(terms: RepeatTerms, now: number) {
    this.#terms = terms;
    this.#openedAt = now;
  }

  /** How many slots it remembers. */
  get size(): number {
    return this.#calls.size + this.#repeats.size;
  }

  /** A call was made. */
  deposit(now: number): void {
    this.#calls.add(this.#slotOf(now));
  }

  /** Grants a repeat, if it is paid for. */
  withdraw(now: number): boolean {
    const slot = this.#slotOf(now);
    const calls = BigInt(this.#calls.at(slot));
    const repeats = BigInt(this.#repeats.at(slot));
    const { cost, perCall, reserve } = this.#terms;
    if ((repeats + 1n) * cost > calls * perCall + reserve) return false;
    this.#repeats.add(slot);
    return true;
  }

  #slotOf(now: number): number {
    return Math.floor(((now - this.#openedAt) * SLOTS) / this.#terms.ttlMs);
  }
}
