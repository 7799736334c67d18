import type { CacheEntry } from "./cache-store.ts";
import { wholeKeyOf } from "./cacheable.ts";
import type { Errand } from "./errand.ts";
import { variantId } from "./variant-lru.ts";

/** What is asked for on behalf of one store, by all stacks that share it. */
export class Errands {
  readonly #errands = new Set<Errand>();

  begin(errand: Errand): void {
    this.#errands.add(errand);
  }

  end(errand: Errand): void {
    this.#errands.delete(errand);
  }

  /** Nothing is kept under this key from now on of what was asked for before, or before `by`. */
  overtake(key: string, by?: Errand): void {
    for (const errand of this.#about(key)) if (!by || errand.isOlderThan(by)) errand.overtake();
  }

  /** Nor is this variant, of what was asked for before `by`. */
  outrun(key: string, entry: CacheEntry, by: Errand): void {
    for (const errand of this.#about(key)) {
      if (errand.isOlderThan(by)) errand.outrun(variantId(key, entry));
    }
  }

  /** Those whose answer tells of what is kept under a key; that to a HEAD tells of what a GET got, too. */
  *#about(key: string): Iterable<Errand> {
    for (const errand of this.#errands) {
      const { asked } = errand;
      if (asked.key === key || wholeKeyOf(asked) === key) yield errand;
    }
  }
}
