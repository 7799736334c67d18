import { Roster, Seat } from "./roster.ts";
import type { Line, Waiting } from "./waiting.ts";

/** One in so many is taken out of turn by priority and order, so that none waits for ever. */
export const AGEING = 64;

/** The requests of one priority. */
interface Level {
  readonly priority: number;
  readonly line: Line;
}

/**
 * The requests of one host: the highest priority first, of one priority by their order.
 *
 * One in {@link AGEING} is of another priority if there is one, each in turn, and of its line the one
 * whose turn it is.
 */
export class HostQueue implements Iterable<Waiting> {
  readonly #lineOf: (priority: number) => Line;
  readonly #levels = new Map<number, Seat<Level>>();
  readonly #roster = new Roster<Level>();
  /** The level that was used last, which may be empty: it mostly is the one that is wanted. */
  #latest: Seat<Level> | undefined;
  #size = 0;
  #taken = 0;

  /** `lineOf` makes the line of a priority. */
  constructor(lineOf: (priority: number) => Line) {
    this.#lineOf = lineOf;
  }

  get size(): number {
    return this.#size;
  }

  /** Of the first request; `-Infinity` if there is none. */
  get priority(): number {
    return this.#roster.first?.value.priority ?? -Infinity;
  }

  push(waiting: Waiting): void {
    this.#lineFor(waiting.request.priority).push(waiting);
    this.#size++;
  }

  putBack(waiting: Waiting): void {
    this.#lineFor(waiting.request.priority).putBack(waiting);
    this.#size++;
  }

  /** Takes in a line with requests in it, of a priority of which there is none. */
  restore(priority: number, line: Line): void {
    this.#open(new Seat({ priority, line }));
    this.#size += line.size;
  }

  /** The first request, which stays. */
  peek(): Waiting | undefined {
    return this.#roster.first?.value.line.peek();
  }

  shift(): Waiting | undefined {
    const inTurn = ++this.#taken % AGEING === 0;
    const seat = inTurn ? this.#inTurn() : this.#roster.first;
    const waiting = seat?.value.line.shift(inTurn);
    if (!seat || !waiting) return undefined;
    this.#size--;
    if (seat.value.line.size === 0) this.#close(seat);
    return waiting;
  }

  *[Symbol.iterator](): Generator<Waiting, void> {
    for (const { line } of this.#roster) yield* line;
  }

  #inTurn(): Seat<Level> | undefined {
    const seat = this.#roster.inTurn();
    return seat === this.#roster.first ? this.#roster.inTurn() : seat;
  }

  #lineFor(priority: number): Line {
    let seat = this.#latest;
    if (seat?.value.priority !== priority) seat = this.#levels.get(priority);
    seat ??= new Seat({ priority, line: this.#lineOf(priority) });
    if (seat.at < 0) this.#open(seat);
    this.#latest = seat;
    return seat.value.line;
  }

  #open(seat: Seat<Level>): void {
    this.#levels.set(seat.value.priority, seat);
    this.#roster.put(seat, -seat.value.priority, 0);
  }

  #close(seat: Seat<Level>): void {
    this.#roster.remove(seat);
    this.#levels.delete(seat.value.priority);
  }
}
