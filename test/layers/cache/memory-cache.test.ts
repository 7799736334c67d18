import { describe, expect, it } from "vitest";

import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { untyped } from "../../support/untyped.ts";
import { behavesLikeACacheStore, entry } from "./cache-store-behaviour.ts";

describe("MemoryCache", () => {
  behavesLikeACacheStore((limits) => new MemoryCache(limits));

  it("passes entries by identity", async () => {
    const store = new MemoryCache();
    const page = entry();
    await store.put("GET /", page);
    expect((await store.get("GET /"))[0]).toBe(page);
  });

  it.each([{ max: 5 }, null])("refuses the options %o", (options) => {
    expect(() => new MemoryCache(untyped(options))).toThrow("options of MemoryCache");
  });

  it("counts keys and heads among its bytes", async () => {
    const store = new MemoryCache({ maxBytes: 1000 });
    await store.put("k".repeat(1000), entry());
    await store.put("GET /", entry({ headers: [["x", "v".repeat(1000)]] }));
    expect(await store.get("k".repeat(1000))).toEqual([]);
    expect(await store.get("GET /")).toEqual([]);
  });
});
