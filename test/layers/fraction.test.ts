import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { fractionOf } from "../../src/layers/fraction.ts";

describe("fractionOf", () => {
  it.each([
    [0, 0n, 1n],
    [7, 7n, 1n],
    [0.29, 29n, 100n],
    [0.35, 7n, 20n],
    [1 / 3, 1n, 3n],
    [1000 / 7, 1000n, 7n],
    [1e300, BigInt(1e300), 1n],
    [Number.MIN_VALUE, 1n, 2n ** 1074n],
  ])("takes %d for what was meant", (value, over, under) => {
    const fraction = fractionOf(value);
    expect(fraction.over * under - over * fraction.under).toBe(0n);
  });

  it("gives back any fraction of common size", () => {
    const part = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000_000 }), part, (over, under) => {
        fc.pre(over / under <= 1000);
        const fraction = fractionOf(over / under);
        expect(fraction.over * BigInt(under)).toBe(BigInt(over) * fraction.under);
      }),
    );
  });

  it("divides to the number itself", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-290, max: 1e290, noNaN: true }), (value) => {
        const { over, under } = fractionOf(value);
        expect(Number(over) / Number(under)).toBe(value);
      }),
    );
  });
});
