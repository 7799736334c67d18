import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { extractLinks } from "../../../src/html/links.ts";
import { madePage } from "../../../src/testing/network/made-site.ts";

describe("madePage", () => {
  it("makes a site whose pages are all reached from the first, in the fewest steps", () => {
    const sizes = fc.integer({ min: 1, max: 120 });
    fc.assert(
      fc.property(fc.nat(), sizes, fc.integer({ min: 1, max: 12 }), (seed, pages, linksPerPage) => {
        const site = { seed, host: "a.test", pages, linksPerPage };
        const depths = new Map([["/", 0]]);
        for (const [path, depth] of depths) {
          for (const link of linksOf(madePage(site, path))) {
            if (!depths.has(link)) depths.set(link, depth + 1);
          }
        }
        expect(depths.size).toBe(pages);
        const fewest = (n: number): number =>
          n === 0 ? 0 : 1 + fewest(Math.floor((n - 1) / linksPerPage));
        expect(Math.max(...depths.values())).toBeLessThanOrEqual(fewest(pages - 1));
      }),
      { numRuns: 30 },
    );
  });

  it("gives each page its links, and always the same", () => {
    const site = { seed: 1, host: "a.test", pages: 30, linksPerPage: 5 };
    expect(madePage(site, "/29")?.match(/<a href/g)).toHaveLength(5);
    expect(madePage(site, "/29")).toBe(madePage(site, "/29"));
    expect(madePage(site, "/29")).not.toBe(madePage({ ...site, seed: 2 }, "/29"));
  });

  it.each(["/30", "/0", "/01", "/x", "/1?a", "/1/", ""])("has nothing at %j", (path) => {
    const site = { seed: 1, host: "a.test", pages: 30, linksPerPage: 5 };
    expect(madePage(site, path)).toBeUndefined();
  });
});

function linksOf(html = ""): readonly string[] {
  return [
    ...[...html.matchAll(/href="(.*?)"/g)].map(([, path = ""]) => path),
    ...extractLinks(html, "http://a.test/nowhere").map((url) => new URL(url).pathname),
  ];
}
