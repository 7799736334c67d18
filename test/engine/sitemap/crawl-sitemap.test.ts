import { gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { type CrawlEvent, crawlEvents } from "../../../src/engine/crawl-events.ts";
import type { CrawlRun } from "../../../src/engine/crawl-run.ts";
import { crawl } from "../../../src/engine/crawl.ts";
import type { CrawlOptions } from "../../../src/engine/plan/crawl-options.ts";
import type { HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { perDomainRateLimit } from "../../../src/layers/rate-limit/per-domain-rate-limit.ts";
import { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import { robots } from "../../../src/layers/robots/robots.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { type Layer, layer } from "../../../src/service/layer.ts";
import { type Answer, type FakeSite, fakeSite, to } from "../../support/fake-site.ts";

const start = "http://a.test/";

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
    const starts = function* (): Generator<string> {
      yield start;
      yield "http://b.test/x";
    };
    await crawled(site, { start: starts(), sitemap: true });
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
    const { pages } = await crawled(site, {
      start: [],
      sitemap: ["http://a.test/0", "http://a.test/5"],
    });
    expect(pages).toEqual(["/yes"]);
    expect(site.urls().map(pathOf).toSorted()).toEqual(["/0", "/1", "/2", "/3", "/5", "/yes"]);
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

  it("leaves the budget of pages to pages", async () => {
    const site = siteOf({ "/a.xml": index("/b.xml"), "/b.xml": sitemap("/1", "/2", "/3") });
    const { pages, stats } = await crawled(site, {
      sitemap: "http://a.test/a.xml",
      maxPages: 3,
      concurrency: 1,
    });
    expect(pages).toHaveLength(3);
    expect(stats).toMatchObject({ pages: 3, stopReason: "maxPages" });
  });

  it("takes its turn with the pages of its host, and waits where it is told to", async () => {
    const limiter = new PerDomainThrottle({ minDelayMs: 100 });
    const site = siteOf({ "/a.xml": sitemap("/1") }, perDomainRateLimit({ limiter }));
    await crawled(site, { sitemap: "http://a.test/a.xml" });
    expect(site.visits.map(({ at }) => at)).toEqual([0, 100, 200]);

    const busy = siteOf({ "/a.xml": sitemap("/1") }, refusing(3));
    const { pages } = await crawled(busy, { start: [], sitemap: "http://a.test/a.xml" });
    expect(pages).toEqual(["/1"]);
    expect(busy.visits[0]?.at).toBe(150);
  });

  it("is read as far as there is room for its URLs", async () => {
    const paths = Array.from({ length: 30_000 }, (_, n) => `/${n}`);
    const site = siteOf({ "/a.xml": file(gzipSync(urlset(...paths))) });
    let most = 0;
    const run: CrawlRun<never> = crawl<never>({
      service: site.stack,
      start: [],
      sitemap: "http://a.test/a.xml",
      maxPending: 50,
      parse: () => {
        most = Math.max(most, run.stats().seen - run.stats().pages);
      },
    });
    const stats = await site.clock.run(run.done());
    expect(stats.pages).toBe(30_000);
    expect(most).toBeLessThanOrEqual(50 + 16);
  });

  it("ends when the crawl is stopped, whatever is left of it", async () => {
    const site = siteOf({ "/a.xml": sitemap("/1", "/2", "/3") });
    const run = crawl({
      service: site.stack,
      start: [],
      sitemap: ["http://a.test/a.xml", "http://a.test/never.xml"],
      maxPending: 1,
      concurrency: 1,
      parse: () => void run.stop(),
    });
    const { pages, stopReason } = await site.clock.run(run.done());
    expect([pages, stopReason]).toEqual([1, "stopped"]);
    expect(site.urls()).not.toContain("http://a.test/never.xml");
  });

  it("is left behind in mid-air when the crawl is stopped", async () => {
    const site = fakeSite((url) => (url === start ? [] : "silence"));
    const run = crawl({
      service: site.stack,
      start,
      sitemap: "http://a.test/a.xml",
      parse: () => void run.stop(),
    });
    const { stopReason, errors } = await site.clock.run(run.done());
    expect(stopReason).toBe("stopped");
    expect(errors).toEqual({});
  });

  it.each([1, "no url", "mailto:x", ["/relative"], {}, null])("refuses %j", (sitemap) => {
    const options: object = { start, parse: () => [], sitemap };
    expect(() => crawl(options as CrawlOptions<never>)).toThrow(/^Expected "sitemap" to be /);
  });
});

function siteOf(
  answers: Readonly<Record<string, Answer>>,
  layer?: Layer<HttpRequest, HttpResponse>,
): FakeSite {
  return fakeSite((url) => {
    const path = pathOf(url);
    const isPage = /^\/(?:\d+|yes|no|x)?$/.test(path) || path.startsWith("/no/");
    return answers[path] ?? (isPage ? [] : undefined);
  }, layer && { layer });
}

async function crawled(
  site: FakeSite,
  options: Partial<CrawlOptions<string>>,
): Promise<{
  readonly run: CrawlRun<string>;
  readonly pages: readonly string[];
  readonly stats: ReturnType<CrawlRun<string>["stats"]>;
  readonly events: readonly CrawlEvent[];
}> {
  const events: CrawlEvent[] = [];
  const hear = (event: unknown): void => void events.push(event as CrawlEvent);
  const pages: string[] = [];
  crawlEvents.subscribe(hear);
  try {
    const run = crawl<string>({
      service: site.stack,
      start,
      parse: (page) => void pages.push(pathOf(page.url)),
      ...options,
    });
    const stats = await site.clock.run(run.done());
    return { run, pages, stats, events };
  } finally {
    crawlEvents.unsubscribe(hear);
  }
}

/** Says "not now" so often, each time for 50 ms. */
function refusing(times: number): Layer<HttpRequest, HttpResponse> {
  let left = times;
  return layer("refusing", (inner) => async (request, context) => {
    if (left-- > 0) throw new NotNowError("busy", { retryAt: context.clock.now() + 50 });
    return inner.call(request, context);
  });
}

function file(body: string | Uint8Array): Answer {
  return { status: 200, body };
}

function sitemap(...locs: readonly string[]): Answer {
  return file(urlset(...locs));
}

function urlset(...locs: readonly string[]): string {
  return `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join("")}</urlset>`;
}

function index(...locs: readonly string[]): Answer {
  const sitemaps = locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join("");
  return file(`<sitemapindex>${sitemaps}</sitemapindex>`);
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}
