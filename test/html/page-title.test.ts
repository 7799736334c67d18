import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { pageTitle } from "../../src/html/page-title.ts";
import { heapUsed } from "./support/heap.ts";
import { parse } from "./support/parser.ts";
import { soup } from "./support/soup.ts";

describe("pageTitle", () => {
  it.each([
    ["<title>Tea &amp; cake</title>", "Tea & cake"],
    ["<TITLE lang=en>\n  Two\n\tlines </TITLE >", "Two lines"],
    ["<title>a <b>bold</b> <!-- title --></title>", "a <b>bold</b> <!-- title -->"],
    ["<title>one</title><title>two</title>", "one"],
    ["<title></title><title>two</title>", ""],
    ["<svg><title>picture</title></svg><title>page</title>", "page"],
    ["<script>'<title>no</title>'</script><!-- <title>no</title> --><title>yes", "yes"],
    ["<template><title>no</title></template>", undefined],
    ["<h1>none</h1>", undefined],
  ])("of %j is %j", (html, title) => {
    expect(pageTitle(html)).toBe(title);
  });

  it("is the one of a parser of the HTML standard, in any page", () =>
    fc.assert(
      fc.property(soup, (html) => {
        const title = parse(html)("title").first();
        const text = title
          .text()
          .replaceAll(/[\t\n\f\r ]+/g, " ")
          .replaceAll(/^ | $/g, "");
        expect(pageTitle(html)).toBe(title.length === 0 ? undefined : text);
      }),
      { numRuns: 500 },
    ));

  it("keeps nothing of the page in memory but the title", async () => {
    const titles: unknown[] = [];
    const before = await heapUsed();
    for (let n = 0; n < 40; n++)
      titles.push(pageTitle(`${"x".repeat(1e6)}<title>${n}-of-many-titles</title>`));
    expect((await heapUsed()) - before).toBeLessThan(20e6);
    expect(titles[7]).toBe("7-of-many-titles");
  });
});
