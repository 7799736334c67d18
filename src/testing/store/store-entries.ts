import type { Arbitrary, default as FastCheck } from "fast-check";

import type { CacheEntry } from "../../layers/cache/cache-store.ts";

/** What keys there are: alike, odd, long, of a script or a name that a store may trip over. */
const KEYS: readonly string[] = [
  "GET http://a.test/",
  "GET http://a.test/A",
  "GET http://a.test/a",
  "GET http://a.test/a?b",
  "GET http://a.test/a/b",
  "GET http://a.test/a%3Fb",
  "HEAD http://a.test/a",
  "GET http://a.test/../../b",
  "GET http://a.test/\u00E9",
  "GET http://a.test/e\u0301",
  "GET http://a.test/日本\u{1F980}",
  `GET http://a.test/${"long".repeat(2_000)}`,
  `GET http://a.test/${"long".repeat(2_000)}er`,
  "__proto__",
  "constructor",
];

/** Draws a key. */
export function storeKeys(fc: typeof FastCheck): Arbitrary<string> {
  return fc.constantFrom(...KEYS);
}

/** Draws an entry, such as may come from any server. */
export function cacheEntries(fc: typeof FastCheck): Arbitrary<CacheEntry> {
  const name = fc.constantFrom("accept", "accept-language", "x-a");
  const value = fc.constantFrom("", "a", "b", "gr\u00FC\u00DFe", 'quote " \\ =;,');
  return fc.record({
    url: fc.constantFrom("http://a.test/", "https://b.test:8443/x?y=%20"),
    status: fc.constantFrom(200, 203, 404, 599),
    headers: fc.array(
      fc.tuple(fc.constantFrom("Set-Cookie", "set-cookie", "ETag", "vary"), value),
      {
        maxLength: 4,
      },
    ),
    body: bodies(fc),
    vary: fc.dictionary(name, value, { maxKeys: 2, noNullPrototype: true }),
    storedAt: fc.constantFrom(0, 1_700_000_000_000, 1_700_000_000_000.5),
    expiresAt: fc.constantFrom(0, 1_700_000_060_000, Infinity),
  });
}

function bodies(fc: typeof FastCheck): Arbitrary<Uint8Array> {
  const small = fc.uint8Array({ maxLength: 24 });
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(new Uint8Array()) },
    { weight: 4, arbitrary: small },
    { weight: 1, arbitrary: fc.nat(255).map((byte) => new Uint8Array(LARGE).fill(byte)) },
  );
}

/** More than stores tend to read at once. */
const LARGE = 100_000;
