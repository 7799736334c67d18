const MOST = 10_000;

/** Keys of which a store could not remove what is out of date: the last 10,000. */
export class UndeletedKeys {
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.size > 0 && this.#keys.has(key);
  }

  note(key: string, isUndeleted: boolean): void {
    this.#keys.delete(key);
    if (isUndeleted) this.#keys.add(key);
    const [oldest] = this.#keys.size > MOST ? this.#keys : [];
    if (oldest !== undefined) this.#keys.delete(oldest);
  }
}
