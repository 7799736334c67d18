import { Fifo } from "../frontier/fifo.ts";
import { Signal } from "../signal.ts";

/** A bounded line from several who put in to one who takes out. */
export class Channel<T> {
  readonly #values = new Fifo<{ readonly value: T }>();
  readonly #room = new Signal();
  readonly #came = new Signal();
  #capacity: number;
  #closed = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#values.size;
  }

  /** Puts a value in, and resolves when there is room for another. */
  async push(value: T): Promise<void> {
    if (this.#closed) return;
    this.#values.push({ value });
    this.#came.wake();
    while (this.#values.size > this.#capacity) await this.#room.wait();
  }

  /** Takes the first value out when there is one; `undefined` after the last. */
  async shift(): Promise<{ readonly value: T } | undefined> {
    while (!this.#closed && this.#values.size === 0) await this.#came.wait();
    const first = this.#values.shift();
    this.#room.wake();
    return first;
  }

  /** From now on nobody who puts in has to wait. */
  unbound(): void {
    this.#capacity = Infinity;
    this.#room.wake();
  }

  /** Takes nothing in any more; what is in can still be taken out. */
  close(): void {
    this.#closed = true;
    this.unbound();
    this.#came.wake();
  }
}
