import { RankedQueue } from "../engine/frontier/ranked-queue.ts";
import type { Line, Waiting } from "../engine/frontier/waiting.ts";

/** Where a request stands in its line. */
export type Standing = Pick<Waiting, "rank" | "place">;

/** The part of the store that is one line: what waits in it and was not lent out. */
export interface LineStore {
  /** The first of those that stand behind, at most so many. */
  after(standing: Standing, max: number): readonly Waiting[];
  /** Takes a request out of the line. */
  lend(waiting: Waiting): void;
  /** Puts a request that was lent back into the line. */
  shelve(waiting: Waiting): void;
}

/** What a {@link StoredLine} is made of. */
export interface StoredLineOptions {
  readonly store: LineStore;
  /** Whether ranks count, or only who comes first. */
  readonly isRanked: boolean;
  /** How many wait in the store. @defaultValue 0 */
  readonly stored?: number;
  /** The last that was taken from the line before. @defaultValue none */
  readonly last?: Standing;
  /** How many are read at once, and kept in memory. @defaultValue 32 */
  readonly window?: number;
}

const FRONT: Standing = { rank: Infinity, place: -1 };

/**
 * A line of which the first are in memory, the others in the store only, however many.
 *
 * Those up to the `#last` that was read are in memory, or were taken; those behind it, in the store.
 */
export class StoredLine implements Line {
  readonly #store: LineStore;
  readonly #isRanked: boolean;
  readonly #most: number;
  #window = new RankedQueue();
  #stored: number;
  #last: Standing;
  /** The last that was taken in turn. */
  #turn: Standing = FRONT;

  constructor({ store, isRanked, stored = 0, last = FRONT, window = 32 }: StoredLineOptions) {
    this.#store = store;
    this.#isRanked = isRanked;
    this.#most = window;
    this.#stored = stored;
    this.#last = last;
  }

  get size(): number {
    return this.#window.size + this.#stored;
  }

  /** Takes in a request that is in the store. */
  push(waiting: Waiting): void {
    const isBehind = isBefore(this.#last, waiting);
    if (isBehind && (this.#stored > 0 || this.#window.size >= this.#most)) {
      this.#stored++;
      return;
    }
    if (isBehind) this.#last = standing(waiting);
    this.#window.push(waiting);
    if (this.#isRanked && this.#window.size > 4 * this.#most) this.#shrink();
  }

  putBack(waiting: Waiting): void {
    this.#window.putBack(waiting);
  }

  peek(): Waiting | undefined {
    this.#fill();
    return this.#window.peek();
  }

  shift(inTurn: boolean): Waiting | undefined {
    const isOutOfOrder = inTurn && this.#isRanked;
    if (isOutOfOrder && this.#stored > 0) return this.#nextInTurn();
    this.#fill();
    const waiting = this.#window.shift(isOutOfOrder);
    // Where ranks count, others may yet come to stand before it, and what is behind them be read anew.
    if (waiting && this.#isRanked) this.#store.lend(waiting);
    return waiting;
  }

  /** Those in memory. */
  [Symbol.iterator](): Iterator<Waiting> {
    return this.#window[Symbol.iterator]();
  }

  /** Reads on where none in memory stands before those in the store. */
  #fill(): void {
    if (this.#stored === 0) return;
    const first = this.#window.peek();
    if (first && !isBefore(this.#last, first)) return;
    const some = this.#store.after(this.#last, this.#most);
    if (some.length === 0) throw lacking();
    for (const waiting of some) {
      this.#window.push(waiting);
      this.#last = standing(waiting);
    }
    this.#stored -= some.length;
  }

  /** Goes round those in the store. */
  #nextInTurn(): Waiting | undefined {
    const from = isBefore(this.#last, this.#turn) ? this.#turn : this.#last;
    const [next] = this.#store.after(from, 1);
    if (!next && from === this.#last) throw lacking();
    this.#turn = next ? standing(next) : FRONT;
    if (!next) return this.#nextInTurn();
    this.#stored--;
    this.#store.lend(next);
    return next;
  }

  /** Leaves to the store all but the first. */
  #shrink(): void {
    const all = [...this.#window].toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
    this.#window = new RankedQueue();
    for (const [at, waiting] of all.entries()) {
      if (at < this.#most) this.#window.push(waiting);
      else this.#store.shelve(waiting);
    }
    this.#stored += all.length - this.#most;
    const last = all[this.#most - 1];
    if (last && isBefore(last, this.#last)) this.#last = standing(last);
  }
}

function standing({ rank, place }: Waiting): Standing {
  return { rank, place };
}

/** Whether one stands before another: by the higher rank, of the same by the lower place. */
function isBefore(one: Standing, other: Standing): boolean {
  return one.rank > other.rank || (one.rank === other.rank && one.place < other.place);
}

function lacking(): Error {
  return new Error("The database lacks requests that should wait in it");
}
