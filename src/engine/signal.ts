import { Fifo } from "./frontier/fifo.ts";

/** Wakes those who wait for a change. A change that nobody waits for is forgotten. */
export class Signal {
  readonly #waiting = new Fifo<() => void>();

  /** Resolves at the next {@link wake}. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Wakes the `count` that have waited longest. */
  wake(count: number = Infinity): void {
    for (let left = Math.min(count, this.#waiting.size); left > 0; left--)
      this.#waiting.shift()?.();
  }
}
