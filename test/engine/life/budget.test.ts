import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Budget } from "../../../src/engine/life/budget.ts";

const counts = fc.record({ pages: fc.nat(5), bytes: fc.nat(5), failures: fc.nat(5) });
const limits = fc.record({
  maxPages: fc.integer({ min: 1, max: 5 }),
  maxBytes: fc.integer({ min: 1, max: 5 }),
  maxErrors: fc.integer({ min: 1, max: 5 }),
});

describe("Budget", () => {
  it("is spent when as much as may be was used of anything, and names one of that", () => {
    fc.assert(
      fc.property(counts, limits, (used, options) => {
        const spent = new Budget({ ...options, maxTimeMs: Infinity }, used).spent();
        const names = [
          used.pages >= options.maxPages && "maxPages",
          used.bytes >= options.maxBytes && "maxBytes",
          used.failures >= options.maxErrors && "maxErrors",
        ].filter((name) => name !== false);
        expect(names.length === 0 ? [undefined] : names).toContain(spent);
      }),
    );
  });

  it("counts on as what was used grows", () => {
    const used = { pages: 0, bytes: 0, failures: 0 };
    const budget = new Budget(
      { maxPages: 2, maxTimeMs: 7, maxBytes: Infinity, maxErrors: Infinity },
      used,
    );
    expect([budget.pagesLeft, budget.spent(), budget.maxTimeMs]).toEqual([2, undefined, 7]);
    used.pages = 2;
    expect([budget.pagesLeft, budget.spent()]).toEqual([0, "maxPages"]);
  });
});
