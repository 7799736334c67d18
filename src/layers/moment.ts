/** Something that happens now and then. Costs nothing while nobody waits for it. */
export class Moment {
  #next: Promise<void> | undefined;
  #resolve: (() => void) | undefined;

  /** Resolves when it happens next. */
  get next(): Promise<void> {
    return (this.#next ??= new Promise((resolve) => {
      this.#resolve = resolve;
    }));
  }

  /** Tells all who wait. */
  come(): void {
    this.#resolve?.();
    this.#next = undefined;
    this.#resolve = undefined;
  }
}
