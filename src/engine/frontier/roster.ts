/** Where a value stands in a {@link Roster}, or would. */
export class Seat<T> {
  readonly value: T;
  /** What it is ordered by: the lower comes first, of the same the one with the lower turn, then age. */
  rank = 0;
  turn = 0;
  age = 0;
  /** Where it is in the heap; -1 where it is not in the roster. */
  at = -1;
  /** Its neighbours in the ring. */
  next: Seat<T> = this;
  previous: Seat<T> = this;

  constructor(value: T) {
    this.value = value;
  }
}

/**
 * Values that come and go, of which one can ask for the first by rank, and for each in turn.
 *
 * The ranks are in a heap, so that each step takes time by the logarithm of how many there are; the
 * turns are in a ring, in the order in which the values came.
 */
export class Roster<T> implements Iterable<T> {
  readonly #heap: Seat<T>[] = [];
  /** Whose turn is next. */
  #cursor: Seat<T> | undefined;

  get size(): number {
    return this.#heap.length;
  }

  /** The first by rank. */
  get first(): Seat<T> | undefined {
    return this.#heap[0];
  }

  /** The next in turn, which passes the turn on. */
  inTurn(): Seat<T> | undefined {
    const seat = this.#cursor;
    this.#cursor = seat?.next;
    return seat;
  }

  /** Puts a value where it belongs; one that is here already keeps its turn in the ring. */
  put(seat: Seat<T>, rank: number, turn: number, age: number = 0): void {
    const isHere = seat.at >= 0;
    if (isHere && seat.rank === rank && seat.turn === turn && seat.age === age) return;
    seat.rank = rank;
    seat.turn = turn;
    seat.age = age;
    if (!isHere) {
      this.#join(seat);
      seat.at = this.#heap.length;
      this.#heap.push(seat);
    }
    this.#settle(seat, seat.at);
  }

  /** Takes a value out, if it is here. */
  remove(seat: Seat<T>): void {
    if (seat.at < 0) return;
    this.#part(seat);
    const last = this.#heap.pop();
    if (last && last !== seat) this.#settle(last, seat.at);
    seat.at = -1;
  }

  /** At most so many, among them the first; those that are first by rank come early. */
  some(most: number): readonly T[] {
    return this.#heap.slice(0, most).map(({ value }) => value);
  }

  /** Those that are first by rank come early. */
  *[Symbol.iterator](): Generator<T, void> {
    for (const { value } of this.#heap) yield value;
  }

  #join(seat: Seat<T>): void {
    const next = (this.#cursor ??= seat);
    seat.next = next;
    seat.previous = next.previous;
    next.previous.next = seat;
    next.previous = seat;
  }

  #part(seat: Seat<T>): void {
    const { next, previous } = seat;
    next.previous = previous;
    previous.next = next;
    if (this.#cursor === seat) this.#cursor = next === seat ? undefined : next;
    seat.next = seat;
    seat.previous = seat;
  }

  /** Moves a seat up or down from a free place in the heap to where it belongs. */
  #settle(seat: Seat<T>, free: number): void {
    const heap = this.#heap;
    let at = free;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const above = heap[up];
      if (!above || !isBefore(seat, above)) break;
      heap[at] = above;
      above.at = at;
      at = up;
    }
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const below = right && left && isBefore(right, left) ? right : left;
      if (!below || !isBefore(below, seat)) break;
      const down = below.at;
      heap[at] = below;
      below.at = at;
      at = down;
    }
    heap[at] = seat;
    seat.at = at;
  }
}

function isBefore(a: Seat<unknown>, b: Seat<unknown>): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  return a.turn === b.turn ? a.age < b.age : a.turn < b.turn;
}
