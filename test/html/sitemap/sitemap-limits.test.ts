import { gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { parseSitemap } from "../../../src/html/sitemap/sitemap.ts";
import { cpuMs } from "../../support/cpu-ms.ts";
import { written } from "../support/written-sitemap.ts";

const place = "https://site.test/maps/sitemap.xml";

describe("parseSitemap, of files that are large or made to hurt", () => {
  it("reads 50,000 addresses, and tells that there are more", () => {
    const list = Array.from({ length: 50_001 }, (_, n) => ({ loc: `https://site.test/${n}` }));
    const { urls, truncated } = parseSitemap(written(list), place);
    expect(urls).toEqual(list.slice(0, 50_000));
    expect(truncated).toBe(true);
    expect(parseSitemap(written(urls), place).truncated).toBe(false);
  });

  it("reads 50 MiB of what was zipped, and tells that there is more", () => {
    const filler = Buffer.alloc(50 * 1024 ** 2, " ");
    const around = [written([{ loc: "https://site.test/a" }]), filler, "<url><loc>/b</loc></url>"];
    const zipped = gzipSync(gzipSync(Buffer.concat(around.map((part) => Buffer.from(part)))));
    const { urls, truncated } = parseSitemap(zipped, place);
    expect(urls).toEqual([{ loc: "https://site.test/a" }]);
    expect(truncated).toBe(true);
  });

  it.each([
    "<a>",
    "<url>",
    "<loc>",
    "<loc/>",
    "</a>",
    "<url><loc>x</loc></url>",
    "&",
    "&a;",
    "<![CDATA[",
    "<![CDATA[a]]>",
    "]",
    "<!--",
    "-",
    "<",
    "\n",
  ])("takes time linear in a file of nothing but %j", (part) => {
    for (const head of ["<urlset>", "<urlset><url><loc>", ""]) {
      const small = cpuMs(() => parseSitemap(head + part.repeat(2000), place));
      const large = cpuMs(() => parseSitemap(head + part.repeat(2000 * 50), place));
      expect(large / Math.max(small, 5)).toBeLessThan(50 * 20);
    }
  });

  it("gives up gzip that gives nothing, whatever its length", () => {
    const head = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
    const endless = Buffer.concat([head, Buffer.alloc(20e6, "a")]);
    expect(parseSitemap(endless, place).type).toBe("unknown");
  });
});
