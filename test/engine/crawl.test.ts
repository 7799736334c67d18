import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { perDomainRateLimit } from "../../src/layers/rate-limit/per-domain-rate-limit.ts";
import { PerDomainThrottle } from "../../src/layers/rate-limit/per-domain-throttle.ts";
import { fakeSite } from "../support/fake-site.ts";
import { collect, everything } from "./support/crawls.ts";

describe("crawl", () => {
  it("fetches 2,000 pages of 40 hosts, each once, and hands on an item of each", async () => {
    const site = fakeSite((at) => {
      const n = numberOf(at);
      return [n + 1, 7 * n, 13 * n + 1, n].map((n) => pageOf(n % 2000));
    });
    const run = crawl({ ...everything(site), start: pageOf(0) });
    const items = await site.clock.run(collect(run));
    const expected = Array.from({ length: 2000 }, (_, n) => pageOf(n)).toSorted();
    expect(site.urls().toSorted()).toEqual(expected);
    expect(items.toSorted()).toEqual(expected);
    expect(run.stats()).toMatchObject({
      pages: 2000,
      requests: 2000,
      hosts: 40,
      seen: 2000,
      items: 2000,
    });
    expect(Object.keys(run.stats().notFetched)).toEqual(["duplicate"]);
  });

  it("crawls hosts side by side: 50 of them with a delay take as long as one", async () => {
    const site = fakeSite(
      (at) => {
        const [, host, n] = /h(\d+)\.test\/p(\d+)/.exec(at)?.map(Number) ?? [];
        if (host === undefined || n === undefined || n === 19) return [];
        return [pageAt(host, n + 1), pageAt((host + 1) % 50, n)];
      },
      { latencyMs: 30, layer: perDomainRateLimit({ limiter: new PerDomainThrottle() }) },
    );
    const start = Array.from({ length: 50 }, (_, host) => pageAt(host, 0));
    const stats = await site.clock.run(crawl({ ...everything(site), start }).done());
    expect(stats.pages).toBe(1000);
    expect(stats.elapsedMs).toBeGreaterThanOrEqual(19 * 200);
    expect(stats.elapsedMs).toBeLessThan(25 * 200);
    for (const { url, at } of site.visits) {
      const before = site.visits.filter((it) => sameHost(it.url, url) && it.at < at);
      expect(Math.max(-Infinity, ...before.map((it) => it.at))).toBeLessThanOrEqual(at - 200);
    }
    expect(site.refusals()).toBeLessThan(2 * stats.pages);
  });

  it("ends, aborts nothing and loses nothing where far more links come than there is room for", async () => {
    const site = fakeSite(links, { latencyMs: (url) => url.length % 5 });
    const start = "http://a.test/p0";
    const run = crawl({ ...everything(site), start, maxPending: 10, concurrency: 4, maxDepth: 3 });
    const stats = await site.clock.run(run.done());
    expect(site.urls().toSorted()).toEqual([...search(start, 3, links)].toSorted());
    expect(stats).toMatchObject({ stopReason: "finished", errors: {} });
  });

  it("pulls start URLs only while there is room", async () => {
    let pulled = 0;
    async function* start(): AsyncGenerator<string, void> {
      while (pulled < 200) yield `http://a.test/${++pulled}`;
    }
    const site = fakeSite(() => [], { latencyMs: 10 });
    const run = crawl({ ...everything(site), start: start(), maxPending: 5, concurrency: 1 });
    const done = run.done();
    await site.clock.settle();
    expect(pulled).toBeLessThanOrEqual(5 + 2);
    const stats = await site.clock.run(done);
    expect([stats.pages, pulled]).toEqual([200, 200]);
  });

  it.each([
    ["a URL", new URL("http://a.test/1"), ["http://a.test/1"]],
    ["a request", request("http://a.test/1", { method: "HEAD" }), ["http://a.test/1"]],
    [
      "a set",
      new Set(["http://a.test/1", "http://a.test/2"]),
      ["http://a.test/1", "http://a.test/2"],
    ],
    ["a list with one twice", ["http://a.test/1", "http://A.test/1"], ["http://a.test/1"]],
    ["nothing", [], []],
  ])("starts from %s", async (_, start, urls) => {
    const site = fakeSite(() => []);
    const stats = await site.clock.run(crawl({ ...everything(site), start }).done());
    expect(site.urls()).toEqual(urls);
    expect(stats.stopReason).toBe("finished");
  });
});

function pageOf(n: number): string {
  return pageAt(n % 40, n);
}

function pageAt(host: number, n: number): string {
  return `http://h${host}.test/p${n}`;
}

function numberOf(url: string): number {
  return Number(url.split("/p")[1]);
}

function links(url: string): readonly string[] {
  return Array.from({ length: 100 }, (_, n) => {
    const to = numberOf(url) * 31 + n * n + 1;
    return `http://a.test/p${to % 1500}`;
  });
}

function sameHost(a: string, b: string): boolean {
  return new URL(a).host === new URL(b).host;
}

/** All that links lead to from there, in no more steps than this. */
function search(
  start: string,
  steps: number,
  links: (url: string) => readonly string[],
): ReadonlySet<string> {
  const depths = new Map([[start, 0]]);
  for (const [url, depth] of depths) {
    if (depth === steps) continue;
    for (const link of links(url)) if (!depths.has(link)) depths.set(link, depth + 1);
  }
  return new Set(depths.keys());
}
