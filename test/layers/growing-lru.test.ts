import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { growingLru } from "../../src/layers/growing-lru.ts";

describe("growingLru", () => {
  it("keeps those used last, as many as it may, and says which it lets go of", () => {
    const uses = fc.array(
      fc.record({ key: fc.constantFrom("a", "b", "c", "d"), puts: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), uses, (max, drawn) => {
        const gone: string[] = [];
        const lru = growingLru<object>(max, (_, key) => gone.push(key));
        const kept = new Set<string>();
        const lost: string[] = [];
        for (const { key, puts } of drawn) {
          const value = {};
          if (puts) lru.set(key, value);
          else lru.get(key);
          const knew = kept.delete(key);
          if (puts && knew) lost.push(key);
          if (puts || knew) kept.add(key);
          const [eldest] = kept;
          if (kept.size > max && eldest !== undefined) {
            kept.delete(eldest);
            lost.push(eldest);
          }
        }
        expect([...lru.rkeys()]).toEqual([...kept]);
        expect(gone).toEqual(lost);
      }),
    );
  });
});
