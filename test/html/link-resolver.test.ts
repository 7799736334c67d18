import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { linkResolver } from "../../src/html/link-resolver.ts";
import { tryParseUrl } from "../../src/http/url/parse-url.ts";
import { heapUsed } from "./support/heap.ts";

const pieces = Array.from("aZ09-._~!$&'()*+,;=@:%/?#[]|^`{}\\\" \t\n\0é").concat([
  "..",
  "../",
  "./",
  "//",
  "/.",
  "%2e",
  "%41",
  "path",
  "http:",
  "https://",
  "site.test",
]);
const links = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(""));
const bases = fc
  .constantFrom(
    "http://site.test/",
    "https://site.test:8080/a/b/c?q=/x/y#/f",
    "https://user:pass@site.test/a//b/",
    "http://[::1]/x",
    "https://site.test/a/b?",
    "https://site.test/a/?#",
    "ftp://site.test/a/b",
    "mailto:nobody",
  )
  .map((base) => new URL(base));

describe("linkResolver", () => {
  it("resolves every link as the URL parser does", () =>
    fc.assert(
      fc.property(bases, links, (base, link) => {
        expect(linkResolver(base)(link)).toBe(parsed(link, base));
      }),
      { numRuns: 20_000 },
    ));

  it("resolves on what is known to be a URL as on that URL", () =>
    fc.assert(
      fc.property(links, (link) => {
        const href = "http://site.test/a/b?q";
        expect(linkResolver({ href })(link)).toBe(parsed(link, new URL(href)));
      }),
      { numRuns: 5000 },
    ));

  it("resolves links to its own site as the URL parser does", () =>
    fc.assert(
      fc.property(bases, links, (base, link) => {
        const absolute = `${base.origin}${link}`;
        expect(linkResolver(base)(absolute)).toBe(parsed(absolute, base));
      }),
      { numRuns: 5000 },
    ));

  it("gives URLs that keep the page of the link in memory no longer", async () => {
    const resolve = linkResolver(new URL("http://site.test/"));
    const urls: unknown[] = [];
    const before = await heapUsed();
    for (let n = 0; n < 40; n++)
      urls.push(resolve(`${"x".repeat(1e6)}/a/rather/long/path`.slice(1e6)));
    expect((await heapUsed()) - before).toBeLessThan(20e6);
    expect(new Set(urls)).toEqual(new Set(["http://site.test/a/rather/long/path"]));
  });
});

function parsed(link: string, base: URL): string | undefined {
  const url = tryParseUrl(link, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
