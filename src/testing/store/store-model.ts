import type { CacheEntry } from "../../layers/cache/cache-store.ts";
import type { StoreStep } from "./store-schedule.ts";

/** What a store may hold of one variant. */
export interface Possible {
  /** Any of these, as some of them were put at once. */
  readonly entries: readonly CacheEntry[];
  /** The round in which it was put: a higher one is younger. */
  readonly round: number;
  /** Whether it may be gone, as it was put and deleted at once. */
  readonly maybeGone: boolean;
}

/** Variants by what sets them apart. */
export type Variants = ReadonlyMap<string, Possible>;

/** What a store may hold of each key, told by maps. */
export class StoreModel {
  readonly #keys = new Map<string, Variants>();
  #round = 0;

  /** The variants of a key. */
  of(key: string): Variants {
    return this.#keys.get(key) ?? new Map();
  }

  /** What a `get` may see of a key while a round is under way. */
  during(key: string, round: readonly StoreStep[]): readonly CacheEntry[] {
    const before = [...this.of(key).values()].flatMap(({ entries }) => entries);
    return [...before, ...putsOf(key, round)];
  }

  /** Takes a round that has ended. */
  take(round: readonly StoreStep[]): void {
    this.#round++;
    for (const key of new Set(round.map((step) => step.key))) {
      const isDeleted = round.some((step) => step.act === "delete" && step.key === key);
      const variants = new Map(isDeleted ? [] : this.of(key));
      const puts = putsOf(key, round);
      for (const vary of new Set(puts.map(varyOf))) {
        const entries = puts.filter((entry) => varyOf(entry) === vary);
        variants.set(vary, { entries, round: this.#round, maybeGone: isDeleted });
      }
      this.#keys.set(key, variants);
    }
  }
}

/** What sets a variant apart, in an order of its own. */
export function varyOf({ vary }: CacheEntry): string {
  return JSON.stringify(Object.entries(vary).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function putsOf(key: string, round: readonly StoreStep[]): readonly CacheEntry[] {
  return round.flatMap((step) => (step.act === "put" && step.key === key ? [step.entry] : []));
}
