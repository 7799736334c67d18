import { readdirSync, readFileSync } from "node:fs";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { extractLinks } from "../../src/html/links.ts";
import { linksByParser } from "./support/parser.ts";
import { pictures, structuralSoup } from "./support/soup.ts";

const folder = new URL("pages/", import.meta.url);
const pages = readdirSync(folder).map((name) => ({
  name,
  html: readFileSync(new URL(name, folder), "utf8"),
}));
const url = "https://site.test/docs/page.html?v=1";

describe("extractLinks, next to a whole parser of the HTML standard", () => {
  it.each(pages)("finds the same links in $name", ({ html }) => {
    const links = extractLinks(html, url);
    expect(links).toEqual(linksByParser(html, url));
    expect(links.length).toBeGreaterThan(20);
  });

  it("finds the same links in real pages that were cut and patched", () =>
    fc.assert(
      fc.property(patched, (html) => {
        expect(found(html).toSorted()).toEqual(linksByParser(html, url).toSorted());
      }),
      { numRuns: 300 },
    ));

  it("finds the same links in pages of what changes how the rest is read", () =>
    fc.assert(
      fc.property(structuralSoup, (html) => {
        expect(found(html).toSorted()).toEqual(linksByParser(html, url).toSorted());
      }),
      { numRuns: 1000 },
    ));

  it("finds the same links in pages with pictures and formulas", () =>
    fc.assert(
      fc.property(pictures, (html) => {
        expect(found(html).toSorted()).toEqual(linksByParser(html, url).toSorted());
      }),
      { numRuns: 1000 },
    ));
});

const pictured = /<svg\b.*?<\/svg>/gs;
/** Without pictures: where one is broken, an end tag means what only a whole parser knows. */
const plain = pages
  .filter(({ html }) => !html.includes("<math"))
  .map(({ html }) => html.replace(pictured, ""));
const patched = fc
  .tuple(
    fc.constantFrom(...plain),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat({ max: 200 }),
        fc.constantFrom("", "<", ">", '"', "'", "-->", "</p>"),
      ),
    ),
  )
  .map(([html, patches]) => {
    let page = html;
    for (const [at, length, patch] of patches) {
      const start = at % (page.length + 1);
      page = page.slice(0, start) + patch + page.slice(start + length);
    }
    return page;
  });

function found(html: string): readonly string[] {
  return extractLinks(html, url).filter((link) => link.replace(/#.*/s, "") !== url);
}
