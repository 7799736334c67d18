import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";

import { between } from "../../../src/cli/live/between.ts";
import { cut, fitCells } from "../../../src/cli/live/fit.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("日本語のページ", "👩‍👩‍👧 family", "é́́", ""),
);

describe("cut", () => {
  it("gives no more columns than there are, and what fits as it is", () => {
    fc.assert(
      fc.property(text, fc.nat(25), (words, columns) => {
        const shown = cut(words, columns);
        expect(stringWidth(shown)).toBeLessThanOrEqual(columns);
        const isWhole = stringWidth(words) <= columns;
        expect(isWhole ? shown === words : words.startsWith(shown.slice(0, -1))).toBe(true);
      }),
    );
  });

  it("cuts between characters that take two columns", () => {
    expect([5, 4, 3, 2, 1, 0].map((columns) => cut("日本語", columns))).toEqual([
      "日本…",
      "日…",
      "日…",
      "…",
      "…",
      "",
    ]);
  });
});

describe("fitCells", () => {
  it("gives the first cells, as many as fit, and always something of the first", () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1 }),
        fc.integer({ min: 1, max: 60 }),
        (cells, columns) => {
          const fitting = fitCells(cells, columns);
          expect(stringWidth(fitting.join(between))).toBeLessThanOrEqual(columns);
          expect(fitting.slice(1)).toEqual(cells.slice(1, fitting.length));
          expect(fitting[0]).toBe(cut(cells[0] ?? "", columns));
        },
      ),
    );
  });
});
