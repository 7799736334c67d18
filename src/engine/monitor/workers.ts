/** How many pages may be in hand at once: fewer where the machine runs short of something. */
export class Workers {
  readonly most: number;
  #count: number;

  constructor(most: number) {
    this.most = most;
    this.#count = most;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Makes half of those `atWork`. Of one it makes none, and of none one: at its slowest a crawl rests half of
   * the time, and never for good.
   */
  fewer(atWork: number): void {
    this.#count =
      this.#count === 0 ? 1 : Math.floor(Math.min(this.#count, Math.max(1, atWork)) / 2);
  }

  /** Makes twice as many, up to the most. */
  more(): void {
    this.#count = Math.min(this.most, Math.max(1, this.#count * 2));
  }
}
