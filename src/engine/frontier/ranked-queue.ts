import { Roster, Seat } from "./roster.ts";
import type { Line, Waiting } from "./waiting.ts";

/** The highest rank first, of the same first come, first served; in turn: the longest here. */
export class RankedQueue implements Line {
  readonly #roster = new Roster<Waiting>();

  get size(): number {
    return this.#roster.size;
  }

  push(waiting: Waiting): void {
    this.#roster.put(new Seat(waiting), -waiting.rank, waiting.place);
  }

  putBack(waiting: Waiting): void {
    this.push(waiting);
  }

  peek(): Waiting | undefined {
    return this.#roster.first?.value;
  }

  shift(inTurn: boolean): Waiting | undefined {
    const seat = inTurn ? this.#roster.inTurn() : this.#roster.first;
    if (seat) this.#roster.remove(seat);
    return seat?.value;
  }

  [Symbol.iterator](): Iterator<Waiting> {
    return this.#roster[Symbol.iterator]();
  }
}
