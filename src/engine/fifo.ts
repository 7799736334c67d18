/** How many taken places may lie at the front before they are freed. */
const SLACK = 1024;

/** First in, first out, each step in constant time on average. */
export class Fifo<T> {
  #values: T[] = [];
  #first = 0;

  get size(): number {
    return this.#values.length - this.#first;
  }

  push(value: T): void {
    this.#values.push(value);
  }

  peek(): T | undefined {
    return this.#values[this.#first];
  }

  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const value = this.#values[this.#first++];
    if (this.#first > SLACK && this.#first * 2 > this.#values.length) {
      this.#values = this.#values.slice(this.#first);
      this.#first = 0;
    }
    return value;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#values.slice(this.#first)[Symbol.iterator]();
  }
}
