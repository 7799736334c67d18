import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { chainShape } from "../../../src/engine/admission/chain-shape.ts";

describe("chainShape", () => {
  it("is the same for all days of a calendar, however it writes them", () => {
    const formats = ["en", "de", "es", "fr", "it", "nl", "pl", "pt", "sv"].flatMap((locale) =>
      (["long", "short"] as const).map(
        (month) => new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" }),
      ),
    );
    const day = fc.date({ min: new Date(0), max: new Date("2999-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(day, day, fc.constantFrom(...formats), (one, other, format) => {
        const urlOf = (date: Date): string => {
          const name = encodeURIComponent(format.format(date).replace(/\.$/, ""));
          return `http://a.test/cal/${date.getUTCFullYear()}/${name}/${date.getUTCDate()}-${name}.html`;
        };
        expect(chainShape(urlOf(one))).toBe(chainShape(urlOf(other)));
      }),
    );
  });

  it("is the same for all counts, to whatever base up to 16, or with letters around the digits", () => {
    const counts = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(8, 10, 16));
    fc.assert(
      fc.property(counts, ([one, other, base]) => {
        const urlOf = (n: number): string => `http://a.test/n/${n.toString(base)}/x?y=1`;
        expect(chainShape(urlOf(one))).toBe(chainShape(urlOf(other)));
      }),
    );
    expect(chainShape("http://a.test/n/item7z")).toBe(chainShape("http://a.test/n/thing12q"));
  });

  it.each([
    ["http://a.test/about", "http://a.test/terms"],
    ["http://a.test/march-past/1", "http://a.test/flypast/1"],
    ["http://a.test/shop/1", "http://a.test/blog/1"],
    ["http://a.test/1", "http://b.test/1"],
    ["http://a.test/1", "http://a.test/1/2"],
    ["http://a.test/1?a=1", "http://a.test/1?b=1"],
  ])("is another for %s and %s", (one, other) => {
    expect(chainShape(one)).not.toBe(chainShape(other));
  });
});
