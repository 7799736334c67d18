import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { LateCount } from "../../src/layers/late-count.ts";

describe("LateCount", () => {
  it("counts what happened in the slots that it keeps, and remembers no other", () => {
    const steps = fc.array(fc.record({ later: fc.nat(4), times: fc.nat(3) }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), steps, (kept, steps) => {
        const count = new LateCount(kept);
        let all: number[] = [];
        let slot = -3;
        for (const { later, times } of steps) {
          slot += later;
          for (let n = 0; n < times; n++) count.add(slot);
          all = all.concat(Array.from({ length: times }, () => slot));
          const late = all.filter((other) => other > slot - kept);
          expect(count.at(slot)).toBe(late.length);
          expect(count.size).toBe(new Set(late).size);
        }
      }),
    );
  });
});
