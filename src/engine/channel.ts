import { Fifo } from "./fifo.ts";
import { Signal } from "./signal.ts";

/** A bounded line from several who put in to one who takes out. */
export class Channel<T> {
  readonly #capacity: number;
  readonly #values = new Fifo<T>();
  readonly #room = new Signal();
  readonly #came = new Signal();
  #closed = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#values.size;
  }

  /** Puts a value in, and resolves when there is room for another. */
  async push(value: T): Promise<void> {
    this.#values.push(value);
    this.#came.wake();
    while (!this.#closed && this.#values.size > this.#capacity) await this.#room.wait();
  }

  /** Takes the first value out when there is one; `undefined` after the last. */
  async shift(): Promise<{ readonly value: T } | undefined> {
    while (!this.#closed && this.#values.size === 0) await this.#came.wait();
    if (this.#values.size === 0) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there is one
    const value = this.#values.shift() as T;
    this.#room.wake();
    return { value };
  }

  /** Takes no more waiting on either side: what is in can still be taken out. */
  close(): void {
    this.#closed = true;
    this.#room.wake();
    this.#came.wake();
  }
}
