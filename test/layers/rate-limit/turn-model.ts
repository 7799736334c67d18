import type { Rate } from "../../../src/layers/rate-limit/token-bucket.ts";

/** A turn, as a {@link TurnModel} remembers it. */
export interface TakenTurn {
  readonly at: number;
}

/** Remembers each turn that was taken and not given back. Exact, for whole numbers. */
export class TurnModel {
  now = 0;
  readonly #rate: Rate;
  readonly #taken = new Set<TakenTurn>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  isFull(): boolean {
    return this.#missing() === 0;
  }

  has(): boolean {
    return this.turnBehind(0) <= this.now;
  }

  turnBehind(others: number): number {
    const { limit, intervalMs, burst } = this.#rate;
    const needed = this.#missing() + (others + 1 - burst) * intervalMs;
    return this.now + Math.max(0, needed) / limit;
  }

  take(): TakenTurn {
    const taken = { at: this.now };
    this.#taken.add(taken);
    return taken;
  }

  giveBack(taken: TakenTurn): void {
    this.#taken.delete(taken);
  }

  /** What is missing now, where a turn is worth `intervalMs`. */
  #missing(): number {
    const { limit, intervalMs } = this.#rate;
    let missing = 0;
    let before = 0;
    for (const { at } of this.#taken) {
      missing = Math.max(0, missing - (at - before) * limit) + intervalMs;
      before = at;
    }
    return Math.max(0, missing - (this.now - before) * limit);
  }
}
