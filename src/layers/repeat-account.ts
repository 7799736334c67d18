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

/** Calls and repeats of a tenth of the time for which they count. */
interface Slot {
  readonly number: number;
  calls: number;
  repeats: number;
}

const SLOTS = 10;

/** The calls and repeats of late, and whether these pay for another repeat. */
export class RepeatAccount {
  readonly #terms: RepeatTerms;
  readonly #openedAt: number;
  readonly #slots: Slot[] = []; // those in which something happened, the oldest first
  #calls = 0;
  #repeats = 0;

  constructor(terms: RepeatTerms, now: number) {
    this.#terms = terms;
    this.#openedAt = now;
  }

  /** How many slots it remembers. */
  get size(): number {
    return this.#slots.length;
  }

  /** A call was made. */
  deposit(now: number): void {
    this.#slotAt(now).calls++;
    this.#calls++;
  }

  /** Grants a repeat, if it is paid for. */
  withdraw(now: number): boolean {
    const slot = this.#slotAt(now);
    const { cost, perCall, reserve } = this.#terms;
    if (BigInt(this.#repeats + 1) * cost > BigInt(this.#calls) * perCall + reserve) return false;
    slot.repeats++;
    this.#repeats++;
    return true;
  }

  #slotAt(now: number): Slot {
    const number = Math.floor(((now - this.#openedAt) * SLOTS) / this.#terms.ttlMs);
    this.#forgetUpTo(number - SLOTS);
    const last = this.#slots.at(-1);
    if (last && last.number >= number) return last;
    const slot = { number, calls: 0, repeats: 0 };
    this.#slots.push(slot);
    return slot;
  }

  #forgetUpTo(number: number): void {
    for (let [oldest] = this.#slots; oldest && oldest.number <= number; [oldest] = this.#slots) {
      this.#slots.shift();
      this.#calls -= oldest.calls;
      this.#repeats -= oldest.repeats;
    }
  }
}
