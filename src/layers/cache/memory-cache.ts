import { requireOptions, requireWhole } from "../../service/options.ts";
import type { CacheEntry, CacheStore } from "./cache-store.ts";
import { type CacheLimits, type Variant, variantId, VariantLru } from "./variant-lru.ts";

/** Options of {@link MemoryCache}. */
export interface MemoryCacheOptions {
  /** Entries kept; each variant of a key is one. @defaultValue 10,000 */
  readonly maxEntries?: number;
  /** Bytes kept, of keys, heads and bodies. @defaultValue 256 MiB */
  readonly maxBytes?: number;
}

interface Kept extends Variant {
  readonly entry: CacheEntry;
}

/**
 * Keeps responses in memory, for as long as the process lives.
 *
 * What was not used for longest leaves first, as soon as there are too many entries or bytes.
 * An entry larger than `maxBytes` is not kept, and the one it would replace goes.
 * Of one key it keeps the 16 youngest variants.
 * Entries pass by identity.
 *
 * @example
 * ```ts
 * const client = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(cache({ store: new MemoryCache({ maxBytes: 64 * 2 ** 20 }) }))
 *   .service(httpClient());
 * ```
 */
export class MemoryCache implements CacheStore {
  readonly #kept = new VariantLru<Kept>();
  readonly #limits: CacheLimits;

  constructor(options: MemoryCacheOptions = {}) {
    requireOptions("MemoryCache", options, { maxEntries: true, maxBytes: true });
    const { maxEntries = 10_000, maxBytes = 256 * 2 ** 20 } = options;
    requireWhole("maxEntries", maxEntries, 1);
    requireWhole("maxBytes", maxBytes, 1);
    this.#limits = { maxEntries, maxBytes };
  }

  async get(key: string): Promise<readonly CacheEntry[]> {
    return this.#kept.of(key).map(({ id, entry }) => {
      this.#kept.touch(id);
      return entry;
    });
  }

  async put(key: string, entry: CacheEntry): Promise<void> {
    const id = variantId(key, entry);
    const bytes = bytesOf(key, entry);
    if (bytes > this.#limits.maxBytes) {
      this.#kept.remove(id);
      return;
    }
    this.#kept.put({ id, key, bytes, entry });
    this.#kept.evict(key, this.#limits);
  }

  async delete(key: string): Promise<void> {
    for (const { id } of this.#kept.of(key)) this.#kept.remove(id);
  }
}

function bytesOf(key: string, { url, headers, body }: CacheEntry): number {
  const head = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return key.length + url.length + head + body.byteLength;
}
