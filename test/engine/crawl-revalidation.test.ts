import { describe, expect, it } from "vitest";

import type { CrawlStats } from "../../src/engine/crawl-stats.ts";
import { crawl } from "../../src/engine/crawl.ts";
import { HttpHeaders } from "../../src/http/headers.ts";
import type { HttpRequest } from "../../src/http/message.ts";
import { cache, type CacheOptions } from "../../src/layers/cache/cache.ts";
import { MemoryCache } from "../../src/layers/cache/memory-cache.ts";
import { type Answer, fakeSite } from "../support/fake-site.ts";

const HOUR = 60 * 60 * 1000;

describe("a crawl of a site that was crawled before", () => {
  it.each(["crawl", "http"] as const)(
    "asks with validators for what is not fresh, and counts what has not changed, in the mode %j",
    async (mode) => {
      const twice = crawledTwice({ mode });
      const first = await twice.run();
      expect([first.pages, first.fromCache, first.notModified]).toEqual([3, 0, 0]);
      twice.clock.advance(HOUR);
      const second = await twice.run();
      expect(second).toMatchObject({ pages: 3, requests: 3, fromCache: 2, notModified: 2 });
      expect(second.statuses).toEqual({ 200: 3 });
      const third = await twice.run();
      expect(third).toMatchObject({ pages: 3, requests: 0, fromCache: 3, notModified: 0 });
    },
  );

  it("sends nothing where it is to be offline, and tells why pages are missing", async () => {
    const store = new MemoryCache();
    const online = crawledTwice({ store });
    await online.run();
    await store.delete("GET http://a.test/2");
    const offline = crawledTwice({ store, use: "offline" });
    const stats = await offline.run();
    expect(stats).toMatchObject({
      pages: 2,
      requests: 0,
      fromCache: 2,
      notFetched: { refused: 1 },
    });
  });

  it("tries no answer of the cache again, as it would be the same", async () => {
    const { run } = crawledTwice({ use: "only-if-cached" });
    const stats = await run();
    expect(stats).toMatchObject({
      fromCache: 1,
      statuses: { 504: 1 },
      errors: { server_error: 1 },
    });
  });
});

/** Crawls over one cache of a small site, one page of which changes each time. */
function crawledTwice(options: Partial<CacheOptions>): {
  readonly clock: ReturnType<typeof fakeSite>["clock"];
  readonly run: () => Promise<CrawlStats>;
} {
  const site = fakeSite(pageOf, { layer: cache({ store: new MemoryCache(), ...options }) });
  const start = "http://a.test/";
  const run = (): Promise<CrawlStats> =>
    site.clock.run(
      crawl({
        service: site.stack,
        start,
        parse: (page) => (page.url === start ? page.follow([`${start}1`, `${start}2`]) : []),
      }).done(),
    );
  return { clock: site.clock, run };
}

/** The links of the start page are known. */
function pageOf(url: string, visit: number, request: HttpRequest): Answer {
  const tag = url.endsWith("/2") ? `"${visit}"` : '"same"';
  const headers = { "Cache-Control": "max-age=3600", ETag: tag };
  const asked = HttpHeaders.from(request.headers).get("if-none-match");
  return asked === tag ? { status: 304, headers } : { status: 200, headers, body: "page" };
}
