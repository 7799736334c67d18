interface Entry<T> {
  readonly due: number;
  readonly age: number;
  readonly value: T;
}

/** Values by when they are due, an instant or a place in a line, then by age: a binary heap. */
export class DueHeap<T> {
  readonly #entries: Entry<T>[] = [];
  #pushed = 0;

  get size(): number {
    return this.#entries.length;
  }

  /** When the first value is due; `Infinity` if there is none. */
  get nextDue(): number {
    return this.#entries[0]?.due ?? Infinity;
  }

  /** The first value, due or not. */
  peek(): T | undefined {
    return this.#entries[0]?.value;
  }

  push(due: number, value: T): void {
    const entries = this.#entries;
    const entry = { due, age: this.#pushed++, value };
    let at = entries.length;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = entries[up];
      if (!parent || isBefore(parent, entry)) break;
      entries[at] = parent;
      at = up;
    }
    entries[at] = entry;
  }

  /** Takes out the first value if it is due by `now`. */
  popDue(now: number): T | undefined {
    const [first] = this.#entries;
    if (!first || first.due > now) return undefined;
    const last = this.#entries.pop();
    if (last && last !== first) this.#sink(last);
    return first.value;
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (const { value } of this.#entries) yield value;
  }

  /** Puts an entry at the root and lets it down to its place. */
  #sink(entry: Entry<T>): void {
    const entries = this.#entries;
    let at = 0;
    for (;;) {
      const left = entries[2 * at + 1];
      const right = entries[2 * at + 2];
      const child = right && left && isBefore(right, left) ? right : left;
      if (!child || isBefore(entry, child)) break;
      entries[at] = child;
      at = child === right ? 2 * at + 2 : 2 * at + 1;
    }
    entries[at] = entry;
  }
}

function isBefore(a: Entry<unknown>, b: Entry<unknown>): boolean {
  return a.due < b.due || (a.due === b.due && a.age < b.age);
}
