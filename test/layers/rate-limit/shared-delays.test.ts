import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { SharedDelays } from "../../../src/layers/rate-limit/shared-delays.ts";

describe("SharedDelays", () => {
  it("gives the greatest of the delays that now hold for a key, whoever asks for which in what order", () => {
    const ask = fc.record({
      key: fc.constantFrom("a", "b"),
      who: fc.constantFrom("1", "2", "3"),
      delayMs: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(ask), (asks) => {
        const delays = new SharedDelays(100);
        const latest = new Map<string, (typeof asks)[number]>();
        for (const one of asks) {
          latest.set(one.who, one);
          const holding = [...latest.values()].filter(({ key }) => key === one.key);
          const greatest = Math.max(...holding.map(({ delayMs }) => delayMs));
          expect(delays.greatest(one.key, one.who, one.delayMs) ?? 0).toBe(greatest);
        }
      }),
    );
  });

  it("says nothing where nobody asks for a delay, or did", () => {
    const delays = new SharedDelays(100);
    expect(delays.greatest("a", "1", 0)).toBeUndefined();
    expect(delays.greatest("a", "1", 5)).toBe(5);
    expect(delays.greatest("a", "1", 0)).toBe(0);
    expect(delays.greatest("a", "1", 0)).toBeUndefined();
  });

  it("forgets those who asked longest ago where they are too many", () => {
    const delays = new SharedDelays(2);
    for (const [who, delayMs] of [3, 2, 1].entries()) delays.greatest("a", String(who), delayMs);
    expect(delays.greatest("a", "2", 1)).toBe(2);
  });
});
