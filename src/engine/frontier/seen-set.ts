/** How many keys one Set holds before the next begins: a Set throws past 2²⁴. */
const SEGMENT = 2 ** 23;

/** Remembers keys, at most `limit` of them: the oldest is forgotten first. */
export class SeenSet {
  readonly #limit: number;
  readonly #segment: number;
  readonly #segments: Set<string>[] = [new Set()];
  #oldest: Iterator<string> | undefined;

  constructor(limit: number, segment: number = SEGMENT) {
    this.#limit = limit;
    this.#segment = segment;
  }

  get size(): number {
    return this.#segments.reduce((size, segment) => size + segment.size, 0);
  }

  has(key: string): boolean {
    for (const segment of this.#segments) if (segment.has(key)) return true;
    return false;
  }

  /** Remembers a key; one that is known keeps its age. */
  add(key: string): void {
    if (this.has(key)) return;
    if (this.size >= this.#limit) this.#forget();
    let last = this.#segments.at(-1);
    if (!last || last.size >= this.#segment) {
      last = new Set();
      this.#segments.push(last);
    }
    last.add(key);
  }

  #forget(): void {
    const [first] = this.#segments;
    if (!first) return;
    // An iterator that is kept goes on where it stood; a new one would walk over all gaps again.
    this.#oldest ??= first.values();
    const { value, done } = this.#oldest.next();
    if (done !== true) first.delete(value);
    if (first.size > 0 || this.#segments.length === 1) return;
    this.#segments.shift();
    this.#oldest = undefined;
  }
}
