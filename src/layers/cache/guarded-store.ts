import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import type { CacheEntry, CacheStore } from "./cache-store.ts";
import type { Errand } from "./errand.ts";
import { Errands } from "./errands.ts";
import { KeyTurns } from "./key-turns.ts";
import { requireEntries } from "./require-entries.ts";
import { UndeletedKeys } from "./undeleted-keys.ts";

const guarded = new WeakMap<CacheStore, GuardedStore>();

/**
 * A store whose failures do not fail the call, as the response can still be had or is there.
 *
 * What it finds and is no list of entries counts as a failure, and as nothing found.
 * Each is published as `failed`, and the first is also a warning of the process.
 * Of one key it stores and removes one thing at a time, in the order in which that was asked for, and
 * nothing that has been overtaken by then: all stacks that share a store share its guard.
 * What it could not remove is not found any more.
 */
export class GuardedStore {
  /** What is asked for on its behalf. */
  readonly errands: Errands = new Errands();
  readonly #store: CacheStore;
  readonly #turns = new KeyTurns();
  readonly #undeleted = new UndeletedKeys();
  #warned = false;

  private constructor(store: CacheStore) {
    this.#store = store;
  }

  static of(store: CacheStore): GuardedStore {
    let guard = guarded.get(store);
    if (!guard) guarded.set(store, (guard = new GuardedStore(store)));
    return guard;
  }

  async get(key: string, context: Context): Promise<readonly CacheEntry[]> {
    try {
      const entries = await this.#store.get(key);
      requireEntries(entries);
      return this.#undeleted.has(key) ? [] : entries;
    } catch (error) {
      this.#failed(context, error);
      return [];
    }
  }

  /** Stores what an errand brought, unless something younger is there; tells whether it did. */
  put(errand: Errand, key: string, entry: CacheEntry): Promise<boolean> {
    const { context } = errand;
    return this.#turns.take(key, async () => {
      if (errand.isLate(key, entry)) return false;
      this.errands.outrun(key, entry, errand);
      if (this.#undeleted.has(key) && !(await this.#delete(key, context))) return false;
      return this.#done(context, () => this.#store.put(key, entry));
    });
  }

  /** Removes what is no more, as an errand has found, unless something younger is there. */
  async remove(errand: Errand, key: string, entry: CacheEntry): Promise<void> {
    await this.#turns.take(key, async () => {
      if (errand.isLate(key, entry)) return;
      this.errands.overtake(key, errand);
      await this.#delete(key, errand.context);
    });
  }

  /** Removes all there is, and what is under way to it. */
  async delete(key: string, context: Context): Promise<void> {
    this.errands.overtake(key);
    await this.#turns.take(key, () => this.#delete(key, context));
  }

  async #delete(key: string, context: Context): Promise<boolean> {
    const isGone = await this.#done(context, () => this.#store.delete(key));
    this.#undeleted.note(key, !isGone);
    return isGone;
  }

  async #done(context: Context, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#failed(context, error);
      return false;
    }
  }

  #failed(context: Context, error: unknown): void {
    if (layerEvents.hasSubscribers) publish(context, "cache", "failed", { error });
    if (this.#warned) return;
    this.#warned = true;
    process.emitWarning(`The cache store failed, and calls go on without it: ${told(error)}`, {
      type: "CacheWarning",
    });
  }
}

/** What a store threw, which may be anything, as text. */
function told(error: unknown): string {
  try {
    return String(error);
  } catch {
    return "what it threw has no text";
  }
}
