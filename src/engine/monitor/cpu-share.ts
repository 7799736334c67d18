/** How many looks a lasting share is told of. */
const LOOKS = 10;

/** What share of the time a process computes, told by looking at it again and again. */
export class CpuShare {
  readonly #looks: { readonly at: number; readonly cpuMs: number }[] = [];

  /** Since the look before, and since ten looks before; 0 where there was none. */
  look(at: number, cpuMs: number): { readonly latest: number; readonly lasting: number } {
    const since = (before: { readonly at: number; readonly cpuMs: number } | undefined): number =>
      before && at > before.at ? (cpuMs - before.cpuMs) / (at - before.at) : 0;
    const latest = since(this.#looks.at(-1));
    const lasting = since(this.#looks.at(-LOOKS));
    this.#looks.push({ at, cpuMs });
    if (this.#looks.length > LOOKS) this.#looks.shift();
    return { latest, lasting };
  }
}
