import { PlacedQueue } from "./placed-queue.ts";
import { RankedQueue } from "./ranked-queue.ts";
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
  readonly #isRanked: boolean;
  readonly #levels = new Map<number, Seat<Level>>();
  readonly #roster = new Roster<Level>();
  /** The level that was used last, which may be empty: it mostly is the one that is wanted. */
  #latest: Seat<Level> | undefined;
  #size = 0;
  #taken = 0;

  /** Whether ranks count, or only who comes first. */
  constructor(isRanked: boolean) {
    this.#isRanked = isRanked;
  }

  get size(): number {
    return this.#size;
  }

  /** Of the first request; `-Infinity` if there is none. */
  get priority(): number {
    return this.#roster.first?.value.priority ?? -Infinity;
  }

  push(waiting: Waiting): void {
    this.#lineFor(waiting).push(waiting);
  }

  putBack(waiting: Waiting): void {
    this.#lineFor(waiting).putBack(waiting);
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

  #lineFor({ request: { priority } }: Waiting): Line {
    let seat = this.#latest;
    if (seat?.value.priority !== priority) seat = this.#levels.get(priority);
    seat ??= new Seat({
      priority,
      line: this.#isRanked ? new RankedQueue() : new PlacedQueue<Waiting>(),
    });
    if (seat.at < 0) {
      this.#levels.set(priority, seat);
      this.#roster.put(seat, -priority, 0);
    }
    this.#latest = seat;
    this.#size++;
    return seat.value.line;
  }

  #close(seat: Seat<Level>): void {
    this.#roster.remove(seat);
    this.#levels.delete(seat.value.priority);
  }
}
