import { exactFloor } from "./exact-floor.ts";

/** How many turns a {@link TokenBucket} holds, and how fast they come back. */
export interface Rate {
  readonly limit: number;
  readonly intervalMs: number;
  readonly burst: number;
}

/** A full bucket holds about so many grains: few enough for exact sums, too many to see one go. */
const BUCKET_BITS = 51;

/** A {@link Rate} in grains, of which a turn is worth a whole number. */
export class Grains {
  readonly perTurn: number;
  readonly perMs: number;
  /** How many may be missing where there is a turn still. */
  readonly spare: number;

  constructor({ limit, intervalMs, burst }: Rate) {
    const bits = Math.ceil(Math.log2(burst) + Math.log2(intervalMs));
    const exponent = Math.max(-1000, Math.min(BUCKET_BITS - bits, 1000));
    const scale = 2 ** exponent; // so that to multiply by it rounds nothing
    this.perTurn = Math.ceil(intervalMs * scale);
    this.perMs = Math.min(limit * scale, 1e200);
    this.spare = (burst - 1) * this.perTurn;
  }
}

/**
 * Turns that come back at a steady rate while the bucket is not full. Arithmetic, no waiting.
 *
 * It counts what is missing in whole grains, so that no error adds up, and none depends on how late
 * it is: what does not make a whole grain is lost, never gained.
 *
 * A turn that is given back leaves the bucket as though it had not been taken. That is worth a whole
 * turn unless the bucket would have been full by a later one: what is full gets no fuller.
 */
export class TokenBucket {
  readonly #grains: Grains;
  #missing = 0; // grains, at the instant of the last look
  #lookedAt = -Infinity;
  #last: Turn | undefined;

  constructor(grains: Grains) {
    this.#grains = grains;
  }

  isFull(now: number): boolean {
    return this.#missingAt(now) === 0;
  }

  has(now: number): boolean {
    return this.#missingAt(now) <= this.#grains.spare;
  }

  /**
   * When there is a turn for the next who comes behind so many others.
   *
   * Rounding never makes it early.
   */
  turnBehind(others: number): number {
    const { perTurn, perMs, spare } = this.#grains;
    const needed = this.#missing + others * perTurn - spare;
    let instant = this.#lookedAt + Math.max(0, needed) / perMs;
    while (this.#refilled(instant) < needed) {
      instant += Math.abs(instant) * Number.EPSILON || Number.MIN_VALUE;
    }
    return instant;
  }

  /** Takes a turn, to be told what becomes of it by {@link keep} or {@link giveBack}. */
  take(now: number): Turn {
    this.#look(now);
    const turn = new Turn(this.#missing, this.#last);
    if (this.#last) this.#last.next = turn;
    this.#last = turn;
    this.#missing += this.#grains.perTurn;
    return turn;
  }

  /** The turn is used up: from here on nobody gives it back. */
  keep(turn: Turn): void {
    const { previous, next } = turn;
    if (previous) {
      previous.next = next;
      previous.lackedSince = Math.min(previous.lackedSince, turn.lacked, turn.lackedSince);
    }
    if (next) next.previous = previous;
    else this.#last = previous;
  }

  giveBack(turn: Turn, now: number): void {
    this.#look(now);
    turn.lacked = Infinity; // there was no such turn
    let worth = this.#grains.perTurn;
    for (let later: Turn | undefined = turn; later; later = later.next) worth = later.fill(worth);
    this.#missing = Math.max(0, this.#missing - worth);
    this.keep(turn);
  }

  #look(now: number): void {
    this.#missing = this.#missingAt(now);
    this.#lookedAt = Math.max(this.#lookedAt, now);
  }

  #missingAt(now: number): number {
    if (this.#missing === 0 || now <= this.#lookedAt) return this.#missing;
    return Math.max(0, this.#missing - this.#refilled(now));
  }

  /** Grains that have come back since the last look. */
  #refilled(now: number): number {
    return exactFloor(this.#lookedAt, now, this.#grains.perMs);
  }
}

/** A turn that was taken and may be given back, in the line of those. */
export class Turn {
  /** Grains that were missing just before it was taken. */
  lacked: number;
  /** The least that were before a turn that was used up, after this one and before the next. */
  lackedSince: number = Infinity;
  previous: Turn | undefined;
  next: Turn | undefined;

  constructor(lacked: number, previous: Turn | undefined) {
    this.lacked = lacked;
    this.previous = previous;
  }

  /** Has fewer grains been missing, and tells how many fewer the next turn sees. */
  fill(grains: number): number {
    const kept = Math.min(grains, this.lacked);
    this.lacked -= kept;
    const passed = Math.min(kept, this.lackedSince);
    this.lackedSince -= passed;
    return passed;
  }
}
