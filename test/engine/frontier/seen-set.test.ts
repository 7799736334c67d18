import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { SeenSet } from "../../../src/engine/frontier/seen-set.ts";

describe("SeenSet", { timeout: 60_000 }, () => {
  const all = Array.from({ length: 31 }, (_, n) => String(n));
  const limits = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(Infinity));
  const keys = fc.array(fc.constantFrom(...all), {
    maxLength: 200,
    size: "max",
  });

  it("remembers the latest keys up to its limit, the oldest being forgotten first", () => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 5 }), keys, (limit, segment, keys) => {
        const seen = new SeenSet(limit, segment);
        let model: string[] = [];
        for (const key of keys) {
          seen.add(key);
          if (!model.includes(key)) model = [...model, key].slice(-limit);
          expect(seen.size).toBe(model.length);
          expect(all.filter((key) => seen.has(key))).toEqual(
            all.filter((key) => model.includes(key)),
          );
        }
      }),
    );
  });

  it("forgets in constant time, however much it has forgotten", () => {
    const seen = new SeenSet(10);
    for (let n = 0; n < 300_000; n++) seen.add(String(n)); // minutes, if each began at the first gap
    expect([seen.size, seen.has("299990"), seen.has("299989")]).toEqual([10, true, false]);
  });
});
