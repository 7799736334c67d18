import { HttpResponse } from "../../http/message.ts";
import type { Context } from "../../service/context.ts";
import type { CacheEntry } from "./cache-store.ts";
import { isVariantFor, variantOf } from "./cache-variant.ts";
import type { Cacheable } from "./cacheable.ts";
import type { GuardedStore } from "./guarded-store.ts";

/** What a cache in the mode `"crawl"` keeps: every complete 2xx response, for `ttlMs`. */
export class CrawlCache {
  readonly #store: GuardedStore;
  readonly #ttlMs: number;

  constructor(store: GuardedStore, ttlMs: number) {
    this.#store = store;
    this.#ttlMs = ttlMs;
  }

  /** The response that is kept for a request, if it may be served. */
  async find(asked: Cacheable, context: Context): Promise<HttpResponse | undefined> {
    if (asked.refresh) return undefined;
    const entries = await this.#store.get(asked.key, context);
    const now = context.clock.wallMs();
    const entry = entries.find(
      (entry) => this.#isFresh(entry, now) && isVariantFor(asked.headers, entry),
    );
    return entry && responseOf(entry);
  }

  /** Keeps a response if it may be kept; tells whether it is. */
  async keep(asked: Cacheable, response: HttpResponse, context: Context): Promise<boolean> {
    const vary = isWhole(response) ? variantOf(response, asked.headers) : undefined;
    if (!vary) return false;
    const { url, status, headers, body } = response;
    const storedAt = context.clock.wallMs();
    const expiresAt = storedAt + this.#ttlMs;
    const entry = { url, status, headers: [...headers], body, vary, storedAt, expiresAt };
    return this.#store.put(asked.key, entry, context);
  }

  /** Removes what is kept under these keys. */
  async forget(keys: readonly string[], context: Context): Promise<void> {
    for (const key of keys) await this.#store.delete(key, context);
  }

  /** An entry of the future stems from a clock that was wrong, and tells nothing of its age. */
  #isFresh({ storedAt, expiresAt }: CacheEntry, now: number): boolean {
    return storedAt <= now && now < Math.min(expiresAt, storedAt + this.#ttlMs);
  }
}

function isWhole({ status, truncated }: HttpResponse): boolean {
  return status >= 200 && status < 300 && status !== 206 && !truncated;
}

function responseOf({ url, status, headers, body }: CacheEntry): HttpResponse {
  return new HttpResponse({ url, status, headers, body, fromCache: true });
}
