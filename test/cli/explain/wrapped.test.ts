import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { wrapped } from "../../../src/cli/explain/wrapped.ts";

describe("wrapped", () => {
  it("puts the first line behind the label, and the others below it", () => {
    expect(wrapped("one two three four", "name  ", 14)).toEqual([
      "name  one two",
      "      three",
      "      four",
    ]);
  });

  it("keeps all words in order, in lines that are no longer than they must be", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 80 }), (text, columns) => {
        const lines = wrapped(text.join(" "), "label: ", columns);
        expect(lines.flatMap((line) => line.slice(7).split(" "))).toEqual(text);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
