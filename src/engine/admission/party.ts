/** The links of one page that wait in line for room in the frontier. */
export class Party {
  /** Where it stands: the lowest place comes first. */
  readonly place: number;
  #size = 0;
  #whenEmpty: (() => void) | undefined;

  constructor(place: number) {
    this.place = place;
  }

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  join(): void {
    this.#size++;
  }

  leave(): void {
    if (--this.#size === 0) this.#whenEmpty?.();
  }

  /** Resolves when none waits. */
  empty(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenEmpty = resolve;
      if (this.#size === 0) resolve();
    });
  }
}
