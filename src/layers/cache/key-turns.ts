/** Does what is to be done under each key in the order in which it was asked for, one at a time. */
export class KeyTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does this when all is done that was asked for under its key before. It has to catch its errors. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const own = before === undefined ? work() : before.then(work);
    this.#last.set(key, own);
    try {
      return await own;
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key);
    }
  }
}
