import { LRUCache } from "lru-cache";

import type { CacheEntry } from "./cache-store.ts";

/** One of the things kept for a key. */
export interface Variant {
  /** Tells it from all others, of any key. */
  readonly id: string;
  readonly key: string;
  readonly bytes: number;
}

/** How much may be kept. */
export interface CacheLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
}

/** Variants kept of one key, so that a page which varies without end cannot push out all others. */
const MOST_VARIANTS = 16;

const NONE: readonly never[] = [];

/** Variants by key, in the order in which they were last used. It removes nothing by itself. */
export class VariantLru<V extends Variant> {
  readonly #lru = new LRUCache<string, V>({ maxSize: Number.MAX_SAFE_INTEGER });
  readonly #byKey = new Map<string, readonly V[]>();

  get size(): number {
    return this.#lru.size;
  }

  /** Bytes of all variants. */
  get bytes(): number {
    return this.#lru.calculatedSize;
  }

  /** The variants of a key, the youngest first. */
  of(key: string): readonly V[] {
    return this.#byKey.get(key) ?? NONE;
  }

  has(id: string): boolean {
    return this.#lru.has(id);
  }

  /** Counts as a use. */
  touch(id: string): void {
    this.#lru.get(id);
  }

  /** Adds a variant, in place of the one with its id. */
  put(variant: V): void {
    this.remove(variant.id);
    this.#lru.set(variant.id, variant, { size: Math.max(1, variant.bytes) });
    this.#byKey.set(variant.key, [variant, ...this.of(variant.key)]);
  }

  remove(id: string): void {
    const variant = this.#lru.peek(id);
    if (!variant) return;
    this.#lru.delete(id);
    const others = this.of(variant.key).filter((other) => other !== variant);
    if (others.length > 0) this.#byKey.set(variant.key, others);
    else this.#byKey.delete(variant.key);
  }

  clear(): void {
    this.#lru.clear();
    this.#byKey.clear();
  }

  /**
   * Removes what the key has too many of, then what was not used for longest; tells what went, which is
   * no more than `most`.
   */
  evict(key: string, limits: CacheLimits, most: number = Infinity): readonly V[] {
    const evicted = this.of(key).slice(MOST_VARIANTS, MOST_VARIANTS + most);
    for (const { id } of evicted) this.remove(id);
    while (
      evicted.length < most &&
      (this.size > limits.maxEntries || this.bytes > limits.maxBytes)
    ) {
      const [oldest] = this;
      if (!oldest) break;
      this.remove(oldest.id);
      evicted.push(oldest);
    }
    return evicted;
  }

  /** From the one not used for longest to the one used last. */
  *[Symbol.iterator](): Iterator<V> {
    for (const variant of this.#lru.rvalues()) if (variant) yield variant;
  }
}

/** The id of a variant: its key and all that sets it apart, in an order of its own. */
export function variantId(key: string, { vary }: CacheEntry): string {
  const pairs = Object.entries(vary).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([key, pairs]);
}
