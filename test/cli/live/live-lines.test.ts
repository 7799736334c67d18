import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";

import { fitCells } from "../../../src/cli/live/fit.ts";
import { liveLines, type LiveSize, type LiveState } from "../../../src/cli/live/live-lines.ts";
import { statsOf } from "../stats-of.ts";

const state: LiveState = {
  stats: statsOf({
    pages: 45,
    pending: 3201,
    inFlight: 16,
    errors: { dns: 2 },
    bytes: 12_345_678,
    elapsedMs: 62_000,
  }),
  perSecond: 12.34,
  budget: { maxPages: 100 },
  busiest: ["a.test 1,234", "日本.test 3"],
  slowest: ["a.test 1.2 s"],
  errors: ["http://b.test/x: not found (404)"],
};

describe("liveLines", () => {
  it("shows a bar, where the crawl stands, hosts, and what failed last", () => {
    expect(liveLines(state, size(80))).toEqual([
      `${"█".repeat(13)}${"░".repeat(17)}  45% · 45 of 100 pages`,
      "45 pages · 12.3/s · 3,201 queued · 16 in flight · 2 errors · 12.3 MB · 1:02",
      "busiest  a.test 1,234 · 日本.test 3",
      "slowest  a.test 1.2 s",
      "error    http://b.test/x: not found (404)",
    ]);
  });

  it("shows on a narrow terminal what comes first", () => {
    expect(liveLines(state, size(20))).toEqual([
      `${"█".repeat(4)}${"░".repeat(5)}  45%`,
      "45 pages · 12.3/s",
      "a.test 1,234",
      "a.test 1.2 s",
      "http://b.test/x: n…",
    ]);
  });

  it("has no bar without a budget, and no line of what there is none of", () => {
    const bare = { ...state, budget: {}, busiest: [], slowest: [], errors: [] };
    expect(liveLines(bare, size(80))).toHaveLength(1);
  });

  it("leaves rows to what scrolls above, and always shows something", () => {
    expect(liveLines(state, size(80, 5))).toHaveLength(3);
    expect(liveLines(state, size(80, 1))).toHaveLength(1);
  });

  it("is never as wide as the terminal, and holds nothing that a terminal would obey", () => {
    const hostile = fc.string({ unit: "binary", maxLength: 120 });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 250 }), hostile, (columns, text) => {
        const hosts = [text, text];
        const shown = {
          ...state,
          busiest: hosts,
          slowest: hosts,
          errors: [text, `\u001B[2J${text}`],
        };
        for (const line of liveLines(shown, size(columns))) {
          expect(stringWidth(line)).toBeLessThan(columns);
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
      }),
    );
  });
});

function size(columns: number, rows = 24): LiveSize {
  return { columns, rows, paint: (_, text) => text, fitCells };
}
