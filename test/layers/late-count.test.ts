import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { LateCount } from "../../src/layers/late-count.ts";

describe("LateCount", () => {
  it("counts what happened in the slots it keeps, and remembers no more than those", () => {
    const step = fc.record({ slots: fc.nat(4), happens: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step), (kept, steps) => {
        const count = new LateCount(kept);
        const happened: number[] = [];
        let slot = 0;
        for (const { slots, happens } of steps) {
          slot += slots;
          if (happens) count.add(slot);
          if (happens) happened.push(slot);
          const late = happened.filter((at) => at > slot - kept);
          expect(count.at(slot)).toBe(late.length);
          expect(count.size).toBe(new Set(late).size);
        }
      }),
    );
  });

  it("forgets as it counts, asked or not", () => {
    const count = new LateCount(3);
    for (let slot = 0; slot < 10; slot++) count.add(slot);
    expect(count.size).toBe(3);
  });

  it("counts what comes late for its slot in the latest one", () => {
    const count = new LateCount(2);
    for (const slot of [7, 6]) count.add(slot);
    expect([count.at(8), count.at(9), count.size]).toEqual([2, 0, 0]);
  });
});
