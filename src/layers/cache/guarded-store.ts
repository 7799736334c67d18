import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { show } from "../../service/options.ts";
import type { CacheEntry, CacheStore } from "./cache-store.ts";

/**
 * A store whose failures do not fail the call, as the response can still be had or is there.
 *
 * What it finds and is no list of entries counts as a failure, and as nothing found.
 * Each is published as `failed`, and the first is also a warning of the process.
 */
export class GuardedStore {
  readonly #store: CacheStore;
  #warned = false;

  constructor(store: CacheStore) {
    this.#store = store;
  }

  async get(key: string, context: Context): Promise<readonly CacheEntry[]> {
    try {
      const entries = await this.#store.get(key);
      requireEntries(entries);
      return entries;
    } catch (error) {
      this.#failed(context, error);
      return [];
    }
  }

  /** Tells whether the entry was stored. */
  async put(key: string, entry: CacheEntry, context: Context): Promise<boolean> {
    try {
      await this.#store.put(key, entry);
      return true;
    } catch (error) {
      this.#failed(context, error);
      return false;
    }
  }

  async delete(key: string, context: Context): Promise<void> {
    try {
      await this.#store.delete(key);
    } catch (error) {
      this.#failed(context, error);
    }
  }

  #failed(context: Context, error: unknown): void {
    if (layerEvents.hasSubscribers) publish(context, "cache", "failed", { error });
    if (this.#warned) return;
    this.#warned = true;
    process.emitWarning(`The cache store failed, and calls go on without it: ${String(error)}`, {
      type: "CacheWarning",
    });
  }
}

/** Throws unless a store, which the user may have written, found what can be read on. */
function requireEntries(found: readonly (Partial<CacheEntry> | null)[]): void {
  if (Array.isArray(found) && found.every(isEntry)) return;
  throw new TypeError(`Expected "store.get" to find a list of entries: got ${show(found)}`);
}

function isEntry(found: Partial<CacheEntry> | null): boolean {
  if (!Array.isArray(found?.headers) || !ArrayBuffer.isView(found.body)) return false;
  return typeof found.vary === "object" && found.vary !== null;
}
