import { DueHeap } from "./due-heap.ts";
import { Fifo } from "./fifo.ts";

/** Something that has a place in a line. */
export interface Placed {
  readonly place: number;
}

/** First in, first out; what is put back stands in its old place. */
export class PlacedQueue<T extends Placed> implements Iterable<T> {
  readonly #line = new Fifo<T>();
  /** By place. All were taken from the line, so they stand before the rest of it. */
  #returned: DueHeap<T> | undefined;

  get size(): number {
    return this.#line.size + (this.#returned?.size ?? 0);
  }

  push(value: T): void {
    this.#line.push(value);
  }

  putBack(value: T): void {
    this.#returned ??= new DueHeap();
    this.#returned.push(value.place, value);
  }

  peek(): T | undefined {
    return this.#returned?.peek() ?? this.#line.peek();
  }

  shift(): T | undefined {
    return this.#returned?.popDue(Infinity) ?? this.#line.shift();
  }

  *[Symbol.iterator](): Generator<T, void> {
    yield* this.#returned ?? [];
    yield* this.#line;
  }
}
