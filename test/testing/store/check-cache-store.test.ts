import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { CacheStore } from "../../../src/layers/cache/cache-store.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { NoopCache } from "../../../src/layers/cache/noop-cache.ts";
import { DiskCache } from "../../../src/layers/disk-cache/disk-cache.ts";
import { checkCacheStore } from "../../../src/testing/store/check-cache-store.ts";
import { untyped } from "../../support/untyped.ts";
import { type Flaw, FlawedStore } from "./flawed-store.ts";

const WHOLE = "get gives entries of the key as they were put";
const flaws: readonly (readonly [Flaw, rule: string])[] = [
  ["throws", "nothing that is asked is an error"],
  ["gives no promise", "each method gives a promise"],
  ["rejects what is missing", "nothing that is asked is an error"],
  ["gives no list", "get gives a list of entries"],
  ["cannot have long keys", "nothing that is asked is an error"],
  ["keeps keys in an object", "nothing that is asked is an error"],
  ["folds the case of keys", WHOLE],
  ["normalizes keys", WHOLE],
  ["puts the oldest first", "get gives the youngest variant first"],
  ["keeps both of the same vary", "a key has one variant of each vary"],
  ["takes the order of vary for a difference", "a key has one variant of each vary"],
  ["deletes one variant only", WHOLE],
  ["brings back what was deleted", WHOLE],
  ["gives a live list", "what get gave stays as it was"],
  ["writes to what it is given", "put changes nothing of what it is given"],
  ["keeps the whole buffer", WHOLE],
  ["decodes the body", WHOLE],
  ["loses the empty body", WHOLE],
  ["joins headers of one name", WHOLE],
  ["keeps it as JSON", WHOLE],
  ["tears what is put at once", WHOLE],
];

let folder = "";
let folders = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pagoda-store-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe("checkCacheStore", () => {
  it("finds nothing in a memory cache", async () => {
    await expect(
      checkCacheStore(() => new MemoryCache(), { forgets: false }),
    ).resolves.toBeUndefined();
  });

  it("finds nothing in a disk cache", async () => {
    await expect(
      checkCacheStore(onDisk(), { forgets: false, copies: true, runs: 30 }),
    ).resolves.toBeUndefined();
  });

  it.each([
    ["memory", (): CacheStore => new MemoryCache({ maxEntries: 2 })],
    ["disk", onDisk({ maxEntries: 2 })],
  ])("finds nothing in a small %s cache", async (_, factory) => {
    await expect(checkCacheStore(factory, { runs: 30 })).resolves.toBeUndefined();
  });

  it("finds nothing in a disk cache that is opened again and again", async () => {
    let dir = "";
    const factory = (): CacheStore => new DiskCache({ dir: (dir = join(folder, `${folders++}`)) });
    const reopen = (): CacheStore => new DiskCache({ dir });
    await expect(
      checkCacheStore(factory, { reopen, forgets: false, copies: true, runs: 60 }),
    ).resolves.toBeUndefined();
  });

  it.each([
    ["forgets when it is reopened", "what was put is kept, as the store does not forget"],
    ["has back what was deleted when it is reopened", WHOLE],
    ["has back what was replaced when it is reopened", WHOLE],
    ["turns the order when it is reopened", "get gives the youngest variant first"],
  ] as const)("finds one that %s", async (flaw, rule) => {
    const options = { forgets: false, runs: 500, seed: 1 };
    await expect(checkCacheStore(flawed(flaw), options)).resolves.toBeUndefined();
    await expect(checkCacheStore(flawed(flaw), { ...options, reopen })).rejects.toThrow(rule);
  });

  it("finds nothing in a right store that is reopened, and tells of restarts", async () => {
    await expect(checkCacheStore(flawed(), { forgets: false, reopen })).resolves.toBeUndefined();
    const check = checkCacheStore(flawed("forgets when it is reopened"), {
      forgets: false,
      reopen,
    });
    await expect(check).rejects.toThrow(/  put [^;]*\n  reopen\nTo replay/);
  });

  it("finds nothing in a cache that keeps nothing", async () => {
    await expect(checkCacheStore(() => new NoopCache())).resolves.toBeUndefined();
  });

  it("finds nothing in a store of copies in a map, made by promise", async () => {
    await expect(
      checkCacheStore(async () => new FlawedStore(), { forgets: false, copies: true }),
    ).resolves.toBeUndefined();
  });

  it.each(flaws)("finds one that %s", async (flaw, rule) => {
    await expect(checkCacheStore(flawed(flaw), { runs: 500, seed: 1 })).rejects.toThrow(rule);
  });

  it("finds one that keeps nothing, where it says not to forget", async () => {
    const check = checkCacheStore(flawed("keeps nothing"), { forgets: false });
    await expect(check).rejects.toThrow("what was put is kept, as the store does not forget");
  });

  it("finds one that keeps what it was given, where it says to copy", async () => {
    const factory = flawed("keeps what it was given");
    await expect(checkCacheStore(factory)).resolves.toBeUndefined();
    await expect(checkCacheStore(factory, { copies: true })).rejects.toThrow(WHOLE);
  });

  it("tells the rule, and the shortest schedule by which it is broken", async () => {
    const check = checkCacheStore(flawed("loses the empty body"), { seed: 1 });
    const head =
      '{"url":"http://a.test/","status":200,"headers":[],"vary":{},"storedAt":0,"expiresAt":0}';
    await expect(check).rejects.toThrow(
      [
        `The cache store breaks the rule "${WHOLE}, and not replaced or deleted since": For "GET http://a.test/a" it gave 200 of "http://a.test/" with 1 bytes`,
        "What was done:",
        `  put "GET http://a.test/a" ${head} and 0 bytes`,
        "To replay: checkCacheStore(factory, { seed: 1, path: ",
      ].join("\n"),
    );
  });

  it("disposes of each store", async () => {
    let open = 0;
    const store = (): CacheStore => {
      open++;
      return Object.assign(new NoopCache(), { [Symbol.asyncDispose]: async () => void open-- });
    };
    await checkCacheStore(store);
    expect(open).toBe(0);
  });

  it.each([
    ["factory", untyped(new NoopCache()), {}],
    ["factory().put", untyped(() => ({ get: async () => [] })), {}],
    ["runs", noop, { runs: -1 }],
    ["runs", noop, { runs: Infinity }],
    ["seed", noop, { seed: Number.NaN }],
    ["forgets", noop, { forgets: untyped(1) }],
    ["copies", noop, { copies: untyped("no") }],
    ["reopen", noop, { reopen: untyped(true) }],
    ["forget", noop, untyped({ forget: true })],
  ])("refuses a wrong %s", async (name, factory, options) => {
    await expect(checkCacheStore(factory, options)).rejects.toThrow(`"${name}"`);
  });
});

/** Makes stores, each in a folder of its own. */
function onDisk(limits: { readonly maxEntries?: number } = {}): () => CacheStore {
  return () => new DiskCache({ dir: join(folder, String(folders++)), ...limits });
}

function flawed(flaw?: Flaw): () => CacheStore {
  return () => new FlawedStore(flaw);
}

function reopen(store: CacheStore): CacheStore {
  if (store instanceof FlawedStore) return store.reopened();
  throw new TypeError("Expected a store that was made here");
}

function noop(): CacheStore {
  return new NoopCache();
}
