/** How often something happened in one slot of time. */
interface Slot {
  readonly number: number;
  times: number;
}

/** Counts what happened in the present slot of time and a few before it. */
export class LateCount {
  readonly #kept: number;
  readonly #slots: Slot[] = []; // those in which something happened, the oldest first
  #times = 0;

  /** Remembers so many slots, the present one among them. */
  constructor(kept: number) {
    this.#kept = kept;
  }

  /** How many slots it remembers. */
  get size(): number {
    return this.#slots.length;
  }

  /** It happened once more, in this slot. */
  add(slot: number): void {
    this.#forget(slot);
    this.#times++;
    const last = this.#slots.at(-1);
    if (last && last.number >= slot) last.times++;
    else this.#slots.push({ number: slot, times: 1 });
  }

  /** How often it happened up to this slot. */
  at(slot: number): number {
    this.#forget(slot);
    return this.#times;
  }

  #forget(present: number): void {
    const isOld = (slot: Slot): boolean => slot.number <= present - this.#kept;
    for (let [oldest] = this.#slots; oldest && isOld(oldest); [oldest] = this.#slots) {
      this.#slots.shift();
      this.#times -= oldest.times;
    }
  }
}
