import { isDeepStrictEqual } from "node:util";

import type { CacheEntry } from "../../src/layers/cache/cache-store.ts";
import type { Chance } from "../fuzz/chance.ts";

/** The keys that are written: few, so that they meet. */
export const KEYS: readonly string[] = Array.from(
  { length: 40 },
  (_, n) => `GET http://a.test/${n}`,
);

/** An entry of a key, whose URL tells all of it. Bodies are small, or too large to be written at once. */
export function toldEntry(key: string, chance: Chance): CacheEntry {
  const size = chance.is(0.8) ? chance.whole(0, 5000) : chance.whole(64 * 1024, 200 * 1024);
  return entryOf(key, chance.whole(0, 255), chance.whole(0, 2), size);
}

/** What is wrong with an entry of a key; undefined if it is as it was put. */
export function whatIsWrong(key: string, entry: CacheEntry): string | undefined {
  const { pathname } = new URL(entry.url);
  const [, byte, variant, size] = pathname.split("/").map(Number);
  const put = entryOf(key, byte ?? 0, variant ?? 0, size ?? 0);
  if (Buffer.compare(put.body, entry.body) !== 0) return `the body of ${key} is torn`;
  const { body } = put;
  return isDeepStrictEqual({ ...entry, body }, put) ? undefined : `the head of ${key} is wrong`;
}

function entryOf(key: string, byte: number, variant: number, size: number): CacheEntry {
  return {
    url: `http://a.test/${byte}/${variant}/${size}`,
    status: 200,
    headers: [["x-key", key]],
    body: Uint8Array.from({ length: size }, (_, at) => byte + at * 31),
    vary: variant === 0 ? {} : { accept: String(variant) },
    storedAt: byte,
    expiresAt: byte + size,
  };
}
