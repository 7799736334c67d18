import type { Arbitrary, default as FastCheck } from "fast-check";

import type { CacheEntry } from "../../layers/cache/cache-store.ts";

const LONG = `GET http://a.test/${"long".repeat(2_000)}`;

/** Keys that a store may take for each other, or trip over: of one family in each case. */
const FAMILIES: readonly (readonly string[])[] = [
  ["GET http://a.test/a", "GET http://a.test/A", "HEAD http://a.test/a"],
  ["GET http://a.test/a?b", "GET http://a.test/a/b", "GET http://a.test/a%3Fb"],
  ["GET http://a.test/../../b", "GET http://a.test/../b", "GET http://a.test/b"],
  ["GET http://a.test/\u00E9", "GET http://a.test/e\u0301", "GET http://a.test/日本\u{1F980}"],
  [LONG, `${LONG}er`],
  ["__proto__", "constructor"],
];

/** What may set variants apart: few, so that they meet. */
const VARIES: readonly CacheEntry["vary"][] = [
  {},
  { accept: "a" },
  { accept: "b" },
  { accept: "a", "x-a": "b" },
  { "x-a": "b", accept: "a" },
  { "accept-language": 'gr\u00FC\u00DFe "\\=;,' },
];

/** Draws a few keys, for one case. */
export function storeKeys(fc: typeof FastCheck): Arbitrary<readonly string[]> {
  return fc.constantFrom(...FAMILIES);
}

/** Draws an entry, such as may come from any server. */
export function cacheEntries(fc: typeof FastCheck): Arbitrary<CacheEntry> {
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
    vary: fc.constantFrom(...VARIES),
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
