import { describe, expect, it } from "vitest";

import { NoopCache } from "../../../src/layers/cache/noop-cache.ts";
import { entry } from "./cache-store-behaviour.ts";

describe("NoopCache", () => {
  it("keeps nothing", async () => {
    const store = new NoopCache();
    await store.put("GET /", entry());
    await store.delete("GET /");
    expect(await store.get("GET /")).toEqual([]);
  });
});
