import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decodeAttribute, decodeText } from "../../../src/html/scan/entities.ts";
import { parse } from "../support/parser.ts";

const parts = [
  "&",
  "&amp",
  "&amp;",
  "&lt",
  "&copy",
  "&notin;",
  "&notit;",
  "&#38;",
  "&#x26",
  "&#128;",
  "&#0;",
  "&#xD800;",
];
const values = fc
  .array(fc.constantFrom(...parts, "=", "a", "1", ";", "#", " "), { maxLength: 8 })
  .map((parts) => parts.join(""));

describe("decodeAttribute", () => {
  it("decodes as a parser of the HTML standard does", () =>
    fc.assert(
      fc.property(values, (value) => {
        expect(decodeAttribute(value)).toBe(parse(`<a href="${value}">`)("a").attr("href"));
      }),
      { numRuns: 500 },
    ));

  it("decodes once", () => {
    expect(decodeAttribute("&amp;amp;")).toBe("&amp;");
  });
});

describe("decodeText", () => {
  it("decodes as a parser of the HTML standard does", () =>
    fc.assert(
      fc.property(values, (value) => {
        expect(decodeText(value)).toBe(parse(`<title>${value}</title>`)("title").text());
      }),
      { numRuns: 500 },
    ));
});
