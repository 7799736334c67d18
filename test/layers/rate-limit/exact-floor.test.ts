import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { exactFloor } from "../../../src/layers/rate-limit/exact-floor.ts";
import { exact } from "./exact.ts";

describe("exactFloor", () => {
  it("does not count as whole what only rounding makes whole", () => {
    expect(0.3 * 10).toBe(3); // although 0.3 is a little less than three tenths
    expect(exactFloor(0, 0.3, 10)).toBe(2);
    expect(exactFloor(0, 2.5, 4)).toBe(10);
  });

  it("is the whole part by exact arithmetic, on clocks of any age", () => {
    fc.assert(
      fc.property(instants, factors, fc.nat(1000), (from, factor, count) => {
        const to = from + count / factor; // next to where the whole part grows
        const product = (exact(to) - exact(from)) * exact(factor);
        expect(BigInt(exactFloor(from, to, factor))).toBe(product >> 2148n);
      }),
      { numRuns: 3000 },
    );
  });
});

const instants = fc.oneof(
  fc.constantFrom(0, 0.1, 1e12),
  fc.double({ min: 0, max: 1e12, noNaN: true }),
);
const factors = fc.oneof(
  fc.constantFrom(1, 3, 10, 1e6),
  fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
);
