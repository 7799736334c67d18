/** How many taken places may lie at the front before they are freed. */
const SLACK = 32;

/** First in, first out, each step in constant time on average. What was taken is let go of at once. */
export class Fifo<T extends object> implements Iterable<T> {
  #values: (T | undefined)[] = [];
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
    const value = this.#values[this.#first];
    this.#values[this.#first++] = undefined;
    if (this.#first >= SLACK && this.#first * 2 >= this.#values.length) {
      this.#values = this.#values.slice(this.#first);
      this.#first = 0;
    }
    return value;
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (const value of this.#values) if (value) yield value;
  }
}
