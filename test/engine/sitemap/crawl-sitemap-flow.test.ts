import { gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import type { CrawlRun } from "../../../src/engine/crawl-run.ts";
import { crawl } from "../../../src/engine/crawl.ts";
import type { HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { perDomainRateLimit } from "../../../src/layers/rate-limit/per-domain-rate-limit.ts";
import { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { type Layer, layer } from "../../../src/service/layer.ts";
import { fakeSite } from "../../support/fake-site.ts";
import { crawled, file, index, siteOf, sitemap, start, urlset } from "../support/sitemap-site.ts";

describe("crawl, while it reads a sitemap", () => {
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
    const paths = Array.from({ length: 5_000 }, (_, n) => `/${n}`);
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
    expect(stats.pages).toBe(5_000);
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
});

/** Says "not now" so often, each time for 50 ms. */
function refusing(times: number): Layer<HttpRequest, HttpResponse> {
  let left = times;
  return layer("refusing", (inner) => async (request, context) => {
    if (left-- > 0) throw new NotNowError("busy", { retryAt: context.clock.now() + 50 });
    return inner.call(request, context);
  });
}
