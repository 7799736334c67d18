import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { isOtherPage } from "../../../src/engine/admission/pagination.ts";

describe("isOtherPage", () => {
  const lists = [
    (n: number) => `http://a.test/list?page=${n}`,
    (n: number) => `http://a.test/list?q=x&p=${n}&sort=up`,
    (n: number) => `http://a.test/list?offset=${n}&limit=20`,
    (n: number) => `http://a.test/list?cursor=c${n}`,
    (n: number) => `http://a.test/list/page/${n}/`,
    (n: number) => `http://a.test/list/page-${n}.html`,
    (n: number) => `http://a.test/liste/seite/${n}`,
  ];

  it("is true of two pages of a list, and of none and itself", () => {
    const pages = fc.tuple(fc.nat(9_999_999), fc.nat(9_999_999), fc.constantFrom(...lists));
    fc.assert(
      fc.property(pages, ([one, other, urlOf]) => {
        expect(isOtherPage(urlOf(one), urlOf(other))).toBe(one !== other);
      }),
    );
  });

  it.each([
    ["http://a.test/list", "http://a.test/list?page=2"],
    ["http://a.test/list/", "http://a.test/list/page/2"],
    ["http://a.test/list?q=x", "http://a.test/list?q=x&page=2#top"],
    ["http://a.test/list?q=what?", "http://a.test/list?q=what?&page=2"],
  ])("is true of the first page %s and %s", (one, other) => {
    expect(isOtherPage(one, other)).toBe(true);
  });

  it.each([
    ["http://a.test/?day=1", "http://a.test/?day=2"],
    ["http://a.test/?start=20300101", "http://a.test/?start=20300102"],
    ["http://a.test/?after=2030-01-01", "http://a.test/?after=2030-01-02"],
    ["http://a.test/list?page=1&day=1", "http://a.test/list?page=2&day=2"],
    ["http://a.test/a?page=1", "http://a.test/b?page=2"],
    ["http://a.test/list?q=x?a&page=1", "http://a.test/list?q=x?b&page=2"],
    ["http://a.test/2030/1", "http://a.test/2030/2"],
  ])("is false of %s and %s", (one, other) => {
    expect(isOtherPage(one, other)).toBe(false);
  });
});
