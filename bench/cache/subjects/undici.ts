import { isBuiltin } from "node:module";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";

import { peer } from "../../overhead/peer.ts";
import { type BenchStore, HEADERS, type Subject } from "../subject.ts";

interface CacheKey {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface UndiciStore {
  readonly get: (key: CacheKey) => { readonly body?: unknown } | undefined;
  readonly createWriteStream: (key: CacheKey, value: object) => Writable | undefined;
  readonly close?: () => void;
}

interface Undici {
  readonly cacheStores: {
    readonly MemoryCacheStore: new (options: object) => UndiciStore;
    readonly SqliteCacheStore: new (options: object) => UndiciStore;
  };
}

export const undiciMemory: Subject = {
  name: "undici MemoryCacheStore",
  evicts: true,
  async open(_dir, maxCount) {
    const { MemoryCacheStore } = await stores();
    return openStore(new MemoryCacheStore({ maxCount, maxSize: Number.MAX_SAFE_INTEGER }));
  },
};

/** Needs `node:sqlite`, which Node has from 22 on. */
export const undiciSqlite: Subject = {
  name: "undici SqliteCacheStore",
  evicts: true,
  async open(dir, maxCount) {
    const { SqliteCacheStore } = await stores();
    if (!isBuiltin("node:sqlite")) return undefined;
    return openStore(new SqliteCacheStore({ location: `${dir}/cache.sqlite`, maxCount }));
  },
};

async function stores(): Promise<Undici["cacheStores"]> {
  return (await peer<Undici>("undici")).cacheStores;
}

function openStore(store: UndiciStore): BenchStore {
  const headers = Object.fromEntries(HEADERS);
  const vary = { "accept-encoding": "gzip, br" };
  const keyOf = (path: string): CacheKey => ({
    origin: "https://example.com",
    method: "GET",
    path,
    headers: vary,
  });
  return {
    get: (path) => store.get(keyOf(path))?.body,
    async put(path, body) {
      const now = Date.now();
      const stream = store.createWriteStream(keyOf(path), {
        statusCode: 200,
        statusMessage: "OK",
        headers,
        vary,
        cacheControlDirectives: {},
        cachedAt: now,
        staleAt: now + 3_600_000,
        deleteAt: now + 7_200_000,
      });
      if (!stream) throw new Error("Nothing was stored");
      stream.end(body);
      await finished(stream);
    },
    close: () => store.close?.(),
  };
}
