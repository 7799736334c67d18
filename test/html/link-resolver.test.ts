import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { linkResolver } from "../../src/html/link-resolver.ts";

const pieces = [
  ..."aZ09-._~!$&'()*+,;=@:%/?#[]|^`{}\\\" \t\n\0é",
  ...["..", "../", "./", "//", "/.", "%2e", "%41", "path", "http:", "https://", "site.test"],
];
const links = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(""));
const bases = fc.constantFrom(
  "http://site.test/",
  "https://site.test:8080/a/b/c?q=/x/y#/f",
  "https://user:pass@site.test/a//b/",
  "http://[::1]/x",
  "ftp://site.test/a/b",
  "mailto:nobody",
);

describe("linkResolver", () => {
  it("resolves every link as the URL parser does", () =>
    fc.assert(
      fc.property(bases, links, (base, link) => {
        expect(linkResolver(base)(link)).toBe(parsed(link, base));
      }),
      { numRuns: 20_000 },
    ));

  it("resolves links to its own site as the URL parser does", () =>
    fc.assert(
      fc.property(bases, links, (base, link) => {
        const absolute = `${new URL(base).origin}${link}`;
        expect(linkResolver(base)(absolute)).toBe(parsed(absolute, base));
      }),
      { numRuns: 5000 },
    ));

  it("gives URLs that keep the page of the link in memory no longer", async () => {
    const resolve = linkResolver("http://site.test/");
    const urls: unknown[] = [];
    const before = await heapUsed();
    for (let n = 0; n < 40; n++) urls.push(resolve(`${"x".repeat(1e6)}/a/rather/long/path`.slice(1e6)));
    expect((await heapUsed()) - before).toBeLessThan(20e6);
    expect(new Set(urls)).toEqual(new Set(["http://site.test/a/rather/long/path"]));
  });
});

function parsed(link: string, base: string): string | undefined {
  const url = URL.canParse(link, base) ? new URL(link, base) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

async function heapUsed(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  await setImmediate();
  collect();
  return process.memoryUsage().heapUsed;
}
