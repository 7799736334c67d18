import { gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { crawl } from "../../../src/engine/crawl.ts";
import { robots } from "../../../src/layers/robots/robots.ts";
import { fakeSite, to } from "../../support/fake-site.ts";
import { untyped } from "../../support/untyped.ts";
import {
  crawled,
  file,
  index,
  pathOf,
  siteOf,
  sitemap,
  start,
  urlset,
} from "../support/sitemap-site.ts";

describe("crawl, with sitemap: true", () => {
  it("fetches what the sitemaps of robots.txt name, through indexes, gzip, feeds and text", async () => {
    const site = siteOf({
      "/robots.txt": file("Sitemap: /index.xml\nsitemap: http://a.test/more.txt"),
      "/index.xml": index("/one.xml.gz", "/feed"),
      "/one.xml.gz": file(gzipSync(urlset("/1", "/2"))),
      "/feed": file("<rss><channel><item><link>/3</link></item></channel></rss>"),
      "/more.txt": file("http://a.test/4"),
    });
    const { run, pages, stats } = await crawled(site, { sitemap: true });
    expect(pages).toEqual(["/", "/1", "/2", "/3", "/4"]);
    expect(stats).toMatchObject({ pages: 5, requests: 5 + 4, errors: {}, notFetched: {} });
    expect(run.explain("http://a.test/index.xml")).toBe("fetched");
    expect(run.explain("http://a.test/one.xml.gz")).toBe("fetched");
  });

  it("fetches only what pages link to without it", async () => {
    const site = siteOf({ "/sitemap.xml": sitemap("/1") });
    expect((await crawled(site, {})).pages).toEqual(["/"]);
    expect((await crawled(site, { sitemap: false })).pages).toEqual(["/"]);
    expect((await crawled(site, { sitemap: [] })).pages).toEqual(["/"]);
    expect((await crawled(site, { sitemap: true })).pages).toEqual(["/", "/1"]);
  });

  it("looks in the well-known places in turn where robots.txt names none", async () => {
    const site = siteOf({
      "/sitemap.xml": ["/a-page-that-tells-of-an-error"],
      "/sitemap-index.xml": sitemap("/1"),
      "/sitemap.txt": file("http://a.test/no"),
    });
    const { pages, stats } = await crawled(site, { sitemap: true });
    expect(pages).toEqual(["/", "/1"]);
    expect(stats.errors).toEqual({});
    expect(stats.notFetched).toEqual({});
  });

  it("looks in no well-known place where robots.txt names a sitemap, be it none", async () => {
    const site = siteOf({
      "/robots.txt": file("Sitemap: /gone.xml"),
      "/sitemap.xml": sitemap("/no"),
    });
    const { run, pages, stats } = await crawled(site, { sitemap: true });
    expect(pages).toEqual(["/"]);
    expect(stats).toMatchObject({ errors: { not_found: 1 }, notFetched: { failed: 1 } });
    expect(run.explain("http://a.test/gone.xml")).toBe("failed");
  });

  it("asks each site of start URLs that come one by one", async () => {
    const site = siteOf({ "/sitemap.xml": sitemap("/1") });
    const starts = [start, "http://b.test/x"].values();
    await crawled(site, { start: starts, sitemap: true });
    expect(site.urls()).toContain("http://a.test/1");
    expect(site.urls()).toContain("http://b.test/1");
  });

  it("follows a site that has moved, and takes it into scope", async () => {
    const site = fakeSite((url) => {
      const { hostname, pathname } = new URL(url);
      if (hostname === "a.test") return to(`http://www.a.test${pathname}`, 301);
      if (pathname === "/robots.txt") return file("Sitemap: http://www.a.test/s.xml");
      return pathname === "/s.xml" ? sitemap("/1") : [];
    });
    const { stats } = await crawled(site, { sitemap: true });
    expect(site.urls()).toContain("http://www.a.test/1");
    expect(stats.pages).toBe(2);
  });
});

describe("crawl, with the URLs of sitemaps", () => {
  it("reads these and asks for no robots.txt or other place", async () => {
    const site = siteOf({ "/a.xml": sitemap("/1"), "/b.xml": sitemap("/2") });
    const { pages } = await crawled(site, {
      sitemap: ["http://a.test/a.xml", new URL("http://a.test/b.xml")],
    });
    expect(pages).toEqual(["/", "/1", "/2"]);
    expect(site.urls().map(pathOf).toSorted()).toEqual(["/", "/1", "/2", "/a.xml", "/b.xml"]);
  });

  it("may start from nothing else, in the scope of the sitemap", async () => {
    const site = siteOf({ "/a.xml": sitemap("/1", "http://b.test/2") });
    const { pages, run } = await crawled(site, { start: [], sitemap: "http://a.test/a.xml" });
    expect(pages).toEqual(["/1"]);
    expect(run.explain("http://b.test/2")).toBe("scope");
  });

  it("gives pages the depth of a start URL, and tells them their sitemap and date", async () => {
    const dated = "<urlset><url><loc>/1</loc><lastmod>2030-01-01</lastmod></url></urlset>";
    const site = siteOf({ "/a.xml": file(dated), "/1": ["/2"], "/b.xml": sitemap("/3") });
    const found: unknown[] = [];
    const run = crawl({
      service: site.stack,
      start: [],
      sitemap: ["http://a.test/a.xml", "http://a.test/b.xml"],
      maxDepth: 0,
      concurrency: 1,
      parse(page) {
        found.push([pathOf(page.url), page.depth, page.meta]);
        expect(page.meta).toSatisfy(Object.isFrozen);
        return page.follow("a[href]");
      },
    });
    const stats = await site.clock.run(run.done());
    expect(found).toEqual([
      ["/1", 0, { sitemap: "http://a.test/a.xml", lastmod: "2030-01-01" }],
      ["/3", 0, { sitemap: "http://a.test/b.xml", lastmod: null }],
    ]);
    expect(stats.notFetched).toEqual({ depth: 1 });
  });

  it("holds its URLs to the rules of links, also where they redirect", async () => {
    const site = siteOf({
      "/a.xml": sitemap("/1", "/no/1", "http://b.test/", "/away"),
      "/away": to("http://c.test/"),
    });
    const { pages, run } = await crawled(site, {
      sitemap: "http://a.test/a.xml",
      exclude: ["*/no/*"],
    });
    expect(pages).toEqual(["/", "/1"]);
    for (const url of ["http://a.test/no/1", "http://b.test/", "http://c.test/"]) {
      expect(run.explain(url)).toBe("scope");
    }
  });

  it("reads each file once, and no index deeper than three in one another", async () => {
    const site = siteOf({
      "/0": index("/0", "/0#again", "/1"),
      "/1": index("/0", "/2"),
      "/2": index("/3"),
      "/3": index("/4"),
      "/4": sitemap("/no"),
      "/5": sitemap("/yes"),
    });
    const { pages, run, stats } = await crawled(site, {
      start: [],
      sitemap: ["http://a.test/0", "http://a.test/5"],
    });
    expect(pages).toEqual(["/yes"]);
    expect(run.explain("http://a.test/4")).toBe("depth");
    expect(stats.notFetched).toEqual({ depth: 1 });
    expect(site.urls().map(pathOf).toSorted()).toEqual(["/0", "/1", "/2", "/3", "/5", "/yes"]);
  });

  it("tells of a sitemap that redirects to where the stack refuses to go, and guesses no further", async () => {
    const site = siteOf(
      {
        "/robots.txt": file("User-agent: *\nDisallow: /secret"),
        "/sitemap.xml": to("/secret.xml"),
        "/sitemap_index.xml": sitemap("/no"),
      },
      robots(),
    );
    const { pages, run, stats } = await crawled(site, { sitemap: true });
    expect(pages).toEqual(["/"]);
    expect(run.explain("http://a.test/sitemap.xml")).toBe("robots");
    expect(stats.notFetched).toEqual({ robots: 1 });
  });

  it("goes on with the next where one fails, is none or is forbidden, and tells of each", async () => {
    const site = siteOf(
      {
        "/robots.txt": file("User-agent: *\nDisallow: /secret"),
        "/broken.xml": { status: 500 },
        "/page": ["/no"],
        "/secret.xml": sitemap("/no"),
        "/cut.xml": file("<urlset><url><loc>/1</loc></url><url><loc>/no"),
      },
      robots(),
    );
    const { events, pages, run, stats } = await crawled(site, {
      sitemap: ["/gone.xml", "/broken.xml", "/page", "/secret.xml", "/cut.xml"].map(
        (path) => `http://a.test${path}`,
      ),
      retries: 1,
    });
    expect(pages).toEqual(["/", "/1"]);
    expect(stats.errors).toEqual({ not_found: 1, server_error: 1, not_a_sitemap: 1 });
    expect(stats.notFetched).toEqual({ failed: 2, robots: 1 });
    expect(run.explain("http://a.test/secret.xml")).toBe("robots");
    expect(site.urls().filter((url) => url.endsWith("broken.xml"))).toHaveLength(2);
    expect(
      events
        .filter(({ event }) => event.startsWith("sitemap"))
        .map(({ event, url, detail }) => [event, pathOf(url), detail["truncated"]]),
    ).toEqual([
      ["sitemapFailed", "/page", undefined],
      ["sitemapRead", "/cut.xml", true],
    ]);
  });

  it.each([1, "no url", "mailto:x", ["/relative"], {}, null])("refuses %j", (sitemap) => {
    const options = { start, parse: () => [], sitemap: untyped(sitemap) };
    expect(() => crawl(options)).toThrow(/^Expected "sitemap" to be /);
  });
});
