import type { CacheEntry, CacheStore } from "./cache-store.ts";

/**
 * Keeps nothing: every call is a miss.
 *
 * A `cache` over it still makes one exchange of identical requests that are under way at once.
 */
export class NoopCache implements CacheStore {
  get(_key: string): Promise<readonly CacheEntry[]> {
    return Promise.resolve([]);
  }

  put(_key: string, _entry: CacheEntry): Promise<void> {
    return Promise.resolve();
  }

  delete(_key: string): Promise<void> {
    return Promise.resolve();
  }
}
