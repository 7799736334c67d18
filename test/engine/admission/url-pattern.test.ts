import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { matcher } from "../../../src/engine/admission/url-pattern.ts";

describe("matcher", () => {
  it("matches a whole URL, a * standing for any characters, as a regular expression would", () => {
    fc.assert(
      fc.property(text("ab.*"), text("ab."), (pattern, url) => {
        const source = pattern
          .split("*")
          .map((piece) => piece.replaceAll(".", String.raw`\.`))
          .join(".*");
        const isMatch = new RegExp(`^(?:${source})$`, "s").test(url);
        expect(matcher("include", [pattern])(url)).toBe(isMatch);
      }),
      { numRuns: 2000 },
    );
  });

  it("matches where any of its patterns does", () => {
    const matches = matcher("include", ["*/a", /b$/]);
    expect(["x/a", "x/b", "x/c"].map(matches)).toEqual([true, true, false]);
    expect(matcher("include", [])("x")).toBe(false);
  });

  it.each([/a/g, /a/y, /a/gy])("asks %s anew for every URL", (pattern) => {
    pattern.lastIndex = 2;
    const matches = matcher("include", [pattern]);
    expect(["aaa", "aaa", "b", "a"].map(matches)).toEqual([true, true, false, true]);
    expect(pattern.lastIndex).toBe(2);
  });

  it("takes time in proportion, whatever the URL", () => {
    const matches = matcher("exclude", ["*a*a*a*a*a*a*a*b"]);
    expect(matches("a".repeat(200_000))).toBe(false);
  });

  it.each([
    ["*/a", 'to be an array: got "*/a"'],
    [[1], "to hold strings or RegExps: got 1"],
  ])("refuses %j", (patterns, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    const wrong = patterns as unknown as readonly string[];
    expect(() => matcher("include", wrong)).toThrow(new TypeError(`Expected "include" ${message}`));
  });
});

function text(characters: string): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...characters.split(""));
  return fc.string({ unit, maxLength: 8, size: "max" });
}
