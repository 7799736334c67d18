import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { RateGate } from "../../../src/testing/network/rate-gate.ts";

describe("RateGate", () => {
  it("lets in a second's worth at once, then one in each gap", () => {
    const gate = new RateGate(4);
    expect([0, 0, 0, 0, 0].map((now) => gate.enter(now))).toEqual([0, 0, 0, 0, 250]);
    expect([250, 250, 500].map((now) => gate.enter(now))).toEqual([0, 250, 0]);
  });

  it("takes rates below one a second", () => {
    const gate = new RateGate(0.5);
    expect([0, 0, 1_990, 2_000].map((now) => gate.enter(now))).toEqual([0, 2_000, 10, 0]);
  });

  it("lets everybody in who is asked to be as slow as it wants", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 500, noNaN: true }), (maxPerSecond) => {
        const gate = new RateGate(maxPerSecond);
        const waits = Array.from({ length: 50 }, (_, n) => gate.enter((n * 1000) / maxPerSecond));
        expect(waits.every((wait) => wait === 0)).toBe(true);
      }),
    );
  });

  it("lets in nobody too many, and whoever has waited as it told", () => {
    const gaps = fc.array(fc.nat(400), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), gaps, (maxPerSecond, gaps) => {
        const gate = new RateGate(maxPerSecond);
        let now = 0;
        const entered = gaps.map((gap) => {
          const waitMs = gate.enter((now += gap));
          const again = waitMs > 0 ? gate.enter((now += waitMs)) : 0;
          return { at: now, again };
        });
        expect(entered.every(({ again }) => again === 0)).toBe(true);
        const spans = entered.map(
          ({ at }, n) => (entered[n + 2 * maxPerSecond]?.at ?? Infinity) - at,
        );
        expect(Math.min(...spans)).toBeGreaterThan(1000 - 2 * maxPerSecond);
      }),
    );
  });

  it("lets in everybody where there is no limit", () => {
    const gate = new RateGate(Infinity);
    expect(Array.from({ length: 100 }, () => gate.enter(5)).every((wait) => wait === 0)).toBe(true);
  });
});
