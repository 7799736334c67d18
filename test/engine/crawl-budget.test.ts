import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { ItemError } from "../../src/engine/items/sink.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { type FakeSite, fakeSite } from "../support/fake-site.ts";
import { everything, sleep } from "./support/crawls.ts";

const start = "http://a.test/1";

describe("maxTimeMs", () => {
  it("takes no more from then on, and lets what is under way end", async () => {
    const site = endless(100);
    const run = crawl({ ...everything(site), start, maxTimeMs: 250, concurrency: 1 });
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ pages: 3, elapsedMs: 300, stopReason: "maxTimeMs" });
    expect(stats.notFetched).toMatchObject({ budget: 4 });
    expect(run.explain("http://a.test/111")).toBe("budget");
    expect(site.clock.pending).toBe(0);
  });

  it("aborts what is still under way after graceMs", async () => {
    const site = fakeSite(() => "silence");
    const run = crawl({ ...everything(site), start, maxTimeMs: 100, graceMs: 50 });
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ pages: 0, elapsedMs: 150, stopReason: "maxTimeMs" });
    expect(stats.notFetched).toEqual({ budget: 1 });
  });

  it("makes no difference to a crawl that ends before, nor leaves a timer", async () => {
    const site = fakeSite(() => []);
    const run = crawl({ ...everything(site), start, maxTimeMs: 60_000 });
    expect(await site.clock.run(run.done())).toMatchObject({ stopReason: "finished" });
    expect(site.clock.pending).toBe(0);
  });

  it("does not lose the items that a slow consumer has not taken yet", async () => {
    const site = endless(10);
    const run = crawl({ ...everything(site), start, maxTimeMs: 500 });
    let taken = 0;
    await site.clock.run(
      (async () => {
        for await (const _ of run) {
          taken++;
          await sleep(site, 300);
        }
      })(),
    );
    expect(run.stats().stopReason).toBe("maxTimeMs");
    expect(taken).toBe(run.stats().items);
  });
});

describe("maxBytes", () => {
  it("takes no more once so much has come", async () => {
    const site = fakeSite((url) => ({ status: 200, body: `<a href="${url}1">`.padEnd(1000) }));
    const run = crawl({ ...everything(site), start, maxBytes: 2500, concurrency: 1 });
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ bytes: 3000, pages: 3, stopReason: "maxBytes" });
    expect(stats.notFetched).toEqual({ budget: 1 });
  });
});

describe("maxErrors", () => {
  it("takes no more once so many requests, parses and items have failed", async () => {
    const site = fakeSite((url) =>
      url.endsWith("/4") ? undefined : ["/2", "/3", "/4", "/5", "/6"],
    );
    const run = crawl({
      ...everything(site),
      start,
      maxErrors: 3,
      concurrency: 1,
      parse(page) {
        if (page.url.endsWith("/3")) throw new Error("parse");
        return page.url.endsWith("/2") ? ["bad"] : page.follow("a[href]");
      },
      sinks: [{ write: () => Promise.reject(new ItemError("no")) }],
    });
    const stats = await site.clock.run(run.done());
    expect(stats.errors).toEqual({ bad_item: 1, parse_failed: 1, not_found: 1 });
    expect(stats).toMatchObject({ stopReason: "maxErrors", notFetched: { failed: 1, budget: 2 } });
  });

  it("counts no attempt that is repeated", async () => {
    const site = fakeSite((_, visit) => (visit < 3 ? { status: 503 } : []));
    const run = crawl({ ...everything(site), start, maxErrors: 1 });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 1, stopReason: "finished" });
  });
});

describe("maxPages", () => {
  it("lets the parse of the last page end, however long it takes", async () => {
    const site = endless(0);
    const run = crawl({
      ...everything(site),
      start,
      maxPages: 1,
      graceMs: 10,
      async *parse() {
        await sleep(site, 60_000);
        yield "late";
      },
    });
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ items: 1, elapsedMs: 60_000, stopReason: "maxPages" });
  });
});

describe("failFast", () => {
  const failures: readonly (readonly [string, Partial<CrawlOptions<string>>, string])[] = [
    ["a request", { start: "http://a.test/gone" }, "http://a.test/gone answered 404"],
    ["a parse", { parse: () => Promise.reject(new Error("no parse")) }, "no parse"],
    ["an item", { sinks: [{ write: () => Promise.reject(new ItemError("no item")) }] }, "no item"],
    ["a hook", { filter: () => Promise.reject(new Error("no filter")) }, "filter() failed"],
  ];

  it.each(failures)("ends the crawl with the first error of %s", async (_, options, message) => {
    const site = fakeSite((url) => (url.endsWith("gone") ? undefined : ["/2", "/3"]));
    const run = crawl({ ...everything(site), start, failFast: true, concurrency: 1, ...options });
    await expect(site.clock.run(run.done())).rejects.toThrow(message);
    expect(run.stats()).toMatchObject({ requests: 1, stopReason: "failed" });
  });

  it.each(failures)(
    "is off: an error of %s is counted, and the crawl goes on",
    async (_, options) => {
      const site = fakeSite((url) => (url.endsWith("gone") ? undefined : ["/2", "/3"]));
      const run = crawl({ ...everything(site), start, ...options });
      const stats = await site.clock.run(run.done());
      expect(stats.stopReason).toBe("finished");
      expect(Object.values(stats.errors)).not.toEqual([]);
    },
  );
});

function endless(latencyMs: number): FakeSite {
  return fakeSite((url) => [`${url}1`, `${url}2`], { latencyMs });
}
