import fc from "fast-check";
import { expect, it } from "vitest";

import type { CacheEntry, CacheStore } from "../../../src/layers/cache/cache-store.ts";

/** An entry of a page, with what a test says of it. */
export function entry(changes: Partial<CacheEntry> = {}): CacheEntry {
  return {
    url: "https://example.com/",
    status: 200,
    headers: [["content-type", "text/html"]],
    body: new TextEncoder().encode("page"),
    vary: {},
    storedAt: 1000,
    expiresAt: 2000,
    ...changes,
  };
}

const token = fc.stringMatching(/^[a-z_-]{1,12}$/);
const instant = fc.oneof(fc.nat(), fc.constant(Infinity));

/** Any entry at all. */
export const anyEntry: fc.Arbitrary<CacheEntry> = fc.record({
  url: fc.webUrl(),
  status: fc.integer({ min: 200, max: 299 }),
  headers: fc.array(fc.tuple(token, fc.string())),
  body: fc.uint8Array({ maxLength: 500 }),
  vary: fc.dictionary(token, fc.string({ unit: "binary" }), { noNullPrototype: true }),
  storedAt: fc.nat(),
  expiresAt: instant,
});

/** What {@link behavesLikeACacheStore} may ask a store for. */
export interface Limits {
  readonly maxEntries?: number;
  readonly maxBytes?: number;
}

/** States what every store does that keeps anything. */
export function behavesLikeACacheStore(makeStore: (limits?: Limits) => CacheStore): void {
  const anyKey = fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.constant("__proto__"));

  it("knows nothing of a key it was never given", async () => {
    expect(await makeStore().get("GET /")).toEqual([]);
  });

  it("gives back what it was given, whatever that is", async () => {
    await fc.assert(
      fc.asyncProperty(anyKey, anyEntry, async (key, entry) => {
        const store = makeStore();
        await store.put(key, entry);
        expect(await store.get(key)).toEqual([entry]);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps keys apart, however like each other they are", async () => {
    const keys = [
      "GET /a?b",
      "GET /a/b",
      "GET /a_b",
      "GET /../a",
      "get /a?b",
      "GET /a\0b",
      "\uD800",
      "\uDBFF",
      "\uFFFD",
    ];
    const store = makeStore();
    for (const key of keys) await store.put(key, entry({ url: key }));
    for (const key of keys) expect(await store.get(key)).toEqual([entry({ url: key })]);
  });

  it("keeps the variants of a key, the youngest first", async () => {
    const store = makeStore();
    await store.put("GET /", entry({ vary: { accept: "a" }, status: 201 }));
    await store.put("GET /", entry({ vary: { accept: "b" }, status: 202 }));
    expect((await store.get("GET /")).map(({ status }) => status)).toEqual([202, 201]);
  });

  it("replaces the variant with the same vary, whatever the order of its names", async () => {
    const store = makeStore();
    await store.put("GET /", entry({ vary: { a: "1", b: "2" }, status: 201 }));
    await store.put("GET /", entry({ vary: { a: "1", b: "3" }, status: 202 }));
    await store.put("GET /", entry({ vary: { b: "2", a: "1" }, status: 203 }));
    expect((await store.get("GET /")).map(({ status }) => status)).toEqual([203, 202]);
  });

  it("keeps the 16 youngest variants of a key", async () => {
    const store = makeStore();
    for (let n = 0; n < 20; n++) await store.put("GET /", entry({ vary: { n: `${n}` } }));
    const kept = (await store.get("GET /")).map(({ vary }) => Number(vary["n"]));
    expect(kept).toEqual(Array.from({ length: 16 }, (_, n) => 19 - n));
  });

  it("deletes all variants of a key, and of no other", async () => {
    const store = makeStore();
    await store.put("GET /a", entry({ vary: { accept: "a" } }));
    await store.put("GET /a", entry());
    await store.put("GET /b", entry());
    await store.delete("GET /a");
    await store.delete("GET /never");
    expect(await store.get("GET /a")).toEqual([]);
    expect(await store.get("GET /b")).toHaveLength(1);
  });

  it("lets go of what was not used for longest when there are too many entries", async () => {
    const keys = ["a", "b", "c", "d", "e", "f"];
    const step = fc.tuple(fc.constantFrom("get", "put"), fc.constantFrom(...keys));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step),
        async (maxEntries, steps) => {
          const store = makeStore({ maxEntries });
          let used: string[] = []; // the model: keys, the one used last in front
          for (const [act, key] of steps) {
            if (act === "put") await store.put(key, entry());
            const found = (await store.get(key)).length > 0;
            expect(found).toBe(act === "put" || used.includes(key));
            if (found) used = [key, ...used.filter((other) => other !== key)].slice(0, maxEntries);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("lets go of what was not used for longest when there are too many bytes", async () => {
    const store = makeStore({ maxBytes: 2500 });
    const body = new Uint8Array(900);
    await store.put("a", entry({ body }));
    await store.put("b", entry({ body }));
    await store.get("a");
    await store.put("c", entry({ body }));
    const found = await Promise.all(["a", "b", "c"].map((key) => store.get(key)));
    expect(found.map(({ length }) => length)).toEqual([1, 0, 1]);
  });

  it("does not keep an entry beyond all its bytes, nor the one that would be replaced", async () => {
    const store = makeStore({ maxBytes: 1000 });
    await store.put("small", entry());
    await store.put("large", entry());
    await store.put("large", entry({ body: new Uint8Array(1001) }));
    expect(await store.get("large")).toEqual([]);
    expect(await store.get("small")).toHaveLength(1);
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses the limit %d", (limit) => {
    expect(() => makeStore({ maxEntries: limit })).toThrow('Expected "maxEntries"');
    expect(() => makeStore({ maxBytes: limit })).toThrow('Expected "maxBytes"');
  });

  it("may be without limits", async () => {
    const store = makeStore({ maxEntries: Infinity, maxBytes: Infinity });
    await store.put("a", entry());
    expect(await store.get("a")).toHaveLength(1);
  });
}
