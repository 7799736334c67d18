import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { isTrap } from "../../../src/engine/admission/trap.ts";

describe("isTrap", () => {
  it.each([
    ["a name that is in the path more than four times", `http://a.test${"/www.a.test".repeat(5)}`],
    ["two that take turns", `http://a.test${"/infra/www".repeat(5)}`],
    ["slashes without names", "http://a.test//////x"],
    ["slashes behind a name", "http://a.test/x//////"],
    ["a parameter that is there again and again", `http://a.test/?a=1${"&b=2".repeat(5)}`],
    ["more than forty folders", `http://a.test/${numbers(41).join("/")}`],
    ["more than 2,000 characters", `http://a.test/?q=${"a".repeat(2000)}`],
  ])("sees one in %s", (_, url) => {
    expect(isTrap(url)).toBe(true);
  });

  it.each([
    ["a name that is there four times", `http://a.test${"/b".repeat(4)}/c`],
    ["forty folders", `http://a.test/${numbers(40).join("/")}`],
    [
      "a name of many values",
      `http://a.test/?${numbers(50)
        .map((n) => `f=${n}`)
        .join("&")}`,
    ],
    ["a parameter in the fragment", `http://a.test/?a#${"b=2&".repeat(9)}`],
    ["what looks like a query in the fragment", `http://a.test/#?a${"&b=2".repeat(9)}`],
    ["slashes in the query", "http://a.test/?next=/a/a/a/a/a/a/a"],
    ["slashes in the fragment", "http://a.test/#/a/a/a/a/a/a/a"],
    ["a site without a path", "http://a.test"],
  ])("sees none in %s", (_, url) => {
    expect(isTrap(url)).toBe(false);
  });

  it("lets no link grow for ever, whatever it appends to the path", () => {
    const folders = fc.array(fc.constantFrom("a", "b", "c", "%20"), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(folders, (folders) => {
        let url = "http://a.test/";
        for (let n = 0; n < 50; n++) url += `${folders.join("/")}/`;
        expect(isTrap(url)).toBe(true);
      }),
    );
  });
});

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => n);
}
