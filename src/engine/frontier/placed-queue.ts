import { Fifo } from "./fifo.ts";

/** Something that has a place in a line. */
export interface Placed {
  readonly place: number;
}

/** First in, first out; what is put back stands in its old place. */
export class PlacedQueue<T extends Placed> implements Iterable<T> {
  readonly #line = new Fifo<T>();
  /** By place. All were taken from the line, so they stand before the rest of it. */
  readonly #returned: T[] = [];

  get size(): number {
    return this.#line.size + this.#returned.length;
  }

  push(value: T): void {
    this.#line.push(value);
  }

  putBack(value: T): void {
    const before = this.#returned.findLastIndex(({ place }) => place < value.place);
    this.#returned.splice(before + 1, 0, value);
  }

  shift(): T | undefined {
    return this.#returned.shift() ?? this.#line.shift();
  }

  *[Symbol.iterator](): Generator<T, void> {
    yield* this.#returned;
    yield* this.#line;
  }
}
