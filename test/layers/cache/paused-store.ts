import type { CacheEntry } from "../../../src/layers/cache/cache-store.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";

/** A store whose first `put` lasts until it may go on, and comes in the end whatever came meanwhile. */
export class PausedStore extends MemoryCache {
  #go: () => void = () => {};
  readonly #paused = new Promise<void>((resolve) => (this.#go = resolve));
  #isFirst = true;

  go(): void {
    this.#go();
  }

  override async put(key: string, entry: CacheEntry): Promise<void> {
    if (this.#isFirst) {
      this.#isFirst = false;
      await this.#paused;
    }
    await super.put(key, entry);
  }
}
