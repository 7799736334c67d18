/** Wakes those who wait for a change. A change that nobody waits for is forgotten. */
export class Signal {
  #waiting: (() => void)[] = [];

  /** Resolves at the next {@link wake}. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Wakes the `count` that have waited longest. */
  wake(count: number = Infinity): void {
    for (const resolve of this.#waiting.splice(0, count)) resolve();
  }
}
