/** Values in a chunk: few enough to be let go of soon, enough for it to cost nothing beside them. */
const CHUNK = 128;

interface Chunk<T> {
  readonly values: (T | undefined)[];
  next: Chunk<T> | undefined;
}

/** First in, first out, each step in constant time. What was taken is let go of at once. */
export class Fifo<T extends object | number> implements Iterable<T> {
  #head: Chunk<T> = { values: [], next: undefined };
  #tail: Chunk<T> = this.#head;
  /** The place of the first value in its chunk. */
  #first = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(value: T): void {
    if (this.#tail.values.length === CHUNK) {
      this.#tail = this.#tail.next = { values: [], next: undefined };
    }
    this.#tail.values.push(value);
    this.#size++;
  }

  peek(): T | undefined {
    return this.#head.values[this.#first];
  }

  shift(): T | undefined {
    if (this.#size === 0) return undefined;
    const { next, values } = this.#head;
    const value = values[this.#first];
    values[this.#first++] = undefined;
    if (--this.#size === 0) values.length = this.#first = 0;
    else if (this.#first === CHUNK && next) {
      this.#head = next;
      this.#first = 0;
    }
    return value;
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (let chunk: Chunk<T> | undefined = this.#head; chunk; chunk = chunk.next) {
      for (const value of chunk.values) if (value !== undefined) yield value;
    }
  }
}
