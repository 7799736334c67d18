import type { CacheStore } from "../../layers/cache/cache-store.ts";
import {
  requireBoolean,
  requireFunction,
  requireMethods,
  requireOptions,
} from "../../service/options.ts";
import { findBreach } from "../contract/find-breach.ts";
import type { Search } from "../contract/search.ts";
import { StorePlay } from "./store-play.ts";
import { storeLines, type StoreSchedule, storeSchedules } from "./store-schedule.ts";

/** Options of {@link checkCacheStore}. */
export interface CheckCacheStoreOptions extends Search {
  /** Whether the store may forget a few entries, 16 variants of a key, 10 MB in all. @defaultValue `true` */
  readonly forgets?: boolean;
  /** Whether the store keeps its own copy of bodies, so that writing to them later changes nothing. @defaultValue `false` */
  readonly copies?: boolean;
  /**
   * Makes a store over what another has kept, which was disposed of, as after a restart.
   *
   * @defaultValue none: the store keeps nothing for longer than it lives
   */
  readonly reopen?: (store: CacheStore) => CacheStore | Promise<CacheStore>;
}

/**
 * Checks by random schedules that a {@link CacheStore} does what its contract says.
 *
 * `get` gives entries of the key as they were put, to the byte, the youngest first: none that was
 * replaced by one with the same `vary`, whatever the order of its names, or deleted, none of another
 * key, none in part, however many calls are under way at once. It may give none, unless `forgets` is
 * `false`.
 * All that holds across restarts, where `reopen` makes them.
 * What it gave stays as it was. `put` changes nothing of what it is given.
 * Nothing that is asked is an error, be a key long, not ASCII or `__proto__`, a body empty or large.
 *
 * Each schedule has a new store, which is disposed of where that can be.
 * Rejects with a {@link BrokenRuleError} that names the rule and tells the shortest schedule found.
 * Needs fast-check 4.
 *
 * @example
 * ```ts
 * await checkCacheStore(() => new MemoryCache(), { forgets: false });
 * ```
 */
export async function checkCacheStore(
  factory: () => CacheStore | Promise<CacheStore>,
  options: CheckCacheStoreOptions = {},
): Promise<void> {
  requireFunction("factory", factory);
  requireOptions("checkCacheStore", options, known);
  const { forgets = true, copies = false, reopen, ...search } = options;
  requireBoolean("forgets", forgets);
  requireBoolean("copies", copies);
  if (reopen !== undefined) requireFunction("reopen", reopen);

  const judge = async (schedule: StoreSchedule): Promise<void> => {
    const store = await factory();
    requireMethods("factory()", store, ["get", "put", "delete"]);
    const play = new StorePlay(store, { forgets, copies, reopen });
    try {
      await play.play(schedule);
    } finally {
      await play.dispose();
    }
  };
  await findBreach<StoreSchedule>(
    {
      check: "checkCacheStore",
      subject: "cache store",
      cases: storeSchedules,
      judge,
      tell: (schedule) => storeLines(schedule, reopen !== undefined),
    },
    search,
  );
}

const known = {
  runs: true,
  seed: true,
  path: true,
  forgets: true,
  copies: true,
  reopen: true,
} as const;
