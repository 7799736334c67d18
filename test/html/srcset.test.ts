import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseSrcset } from "../../src/html/srcset.ts";

describe("parseSrcset", () => {
  it.each([
    ["", []],
    [" ,\n, ", []],
    ["one.png", ["one.png"]],
    ["one.png 2x,two.png 3x", ["one.png", "two.png"]],
    ["one.png,two.png", ["one.png,two.png"]],
    ["one.png, two.png,,\tthree.png,", ["one.png", "two.png", "three.png"]],
    ["\none.png\f100w 200h ,two.png", ["one.png", "two.png"]],
    ["data:image/png;base64,AA 2x, /b?w=1,h=2 3x", ["data:image/png;base64,AA", "/b?w=1,h=2"]],
    ["one.png 2x 3x nonsense, two.png -1w", ["one.png", "two.png"]],
    ["one.png calc(1,2) x, two.png", ["one.png", "two.png"]],
    ["one.png (never, closed", ["one.png"]],
    ["one.png ) x, two.png", ["one.png", "two.png"]],
    ["(one.png, two.png", ["(one.png", "two.png"]],
    ["one.png\u00A02x", ["one.png\u00A02x"]],
  ])("finds in %j what a browser would choose from", (value, urls) => {
    expect(parseSrcset(value)).toEqual(urls);
  });

  it("finds what was written, whatever the descriptors and the blanks", () =>
    fc.assert(
      fc.property(fc.array(candidates), (list) => {
        const value = list.map(({ url, rest }) => url + rest).join(", ");
        expect(parseSrcset(value)).toEqual(list.map(({ url }) => url));
      }),
    ));

  it("gives words of the value, in order, that begin or end with no comma", () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("a, \n()x")) }), (value) => {
        let at = 0;
        for (const url of parseSrcset(value)) {
          expect(url).toMatch(/^[^\s,](?:\S*[^\s,])?$/);
          expect(value.indexOf(url, at)).toBeGreaterThanOrEqual(at);
          at = value.indexOf(url, at) + url.length;
        }
      }),
    ));
});

const candidates = fc.record({
  url: fc.stringMatching(/^[a-z/?=][a-z/?=,]{0,6}[a-z]$/),
  rest: fc.constantFrom("", " 2x", "\t100w", " 1.5x 2h", " (a,b)", "  "),
});
