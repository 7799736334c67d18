import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { bar, usageOf } from "../../../src/cli/live/bar.ts";

const used = { pages: 45, elapsedMs: 30_000, bytes: 500_000 };

describe("usageOf", () => {
  it("tells of the budget that is used the most", () => {
    expect(usageOf(used, { maxPages: 100 })).toEqual({ part: 0.45, of: "45 of 100 pages" });
    expect(usageOf(used, { maxPages: 100, maxTimeMs: 60_000, maxBytes: 10_000_000 })).toEqual({
      part: 0.5,
      of: "30.0 s of 1:00",
    });
    expect(usageOf(used, { maxBytes: 1_000_000 })?.of).toBe("500 kB of 1.00 MB");
  });

  it("tells nothing where there is none, and is never more than all", () => {
    expect(usageOf(used, {})).toBeUndefined();
    expect(usageOf(used, { maxTimeMs: 10_000 })?.part).toBe(1);
  });
});

describe("bar", () => {
  it("has as many columns as asked for, full only when all is done", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 50 }),
        (part, columns) => {
          const [done, left] = bar(part, columns);
          expect(done.length + left.length).toBe(columns);
          expect(left === "").toBe(part === 1);
        },
      ),
    );
  });
});
