import { describe, expect, it } from "vitest";

import type { CrawlStats } from "../../src/engine/crawl-stats.ts";
import { crawl } from "../../src/engine/crawl.ts";
import type { Page } from "../../src/engine/page/page.ts";
import type { Spider } from "../../src/engine/plan/crawl-options.ts";
import { fakeSite } from "../support/fake-site.ts";
import { eventsOf } from "./support/events-of.ts";

const start = "http://a.test/";

describe("a Spider", () => {
  it("is opened before the first request, and closed after the last item was written", async () => {
    const log: string[] = [];
    const site = fakeSite((url) => (log.push(`fetch ${url}`), url === start ? ["/1"] : []));
    const spider: Spider<string> = {
      service: site.stack,
      start,
      open: async () => void log.push("open"),
      *parse(page) {
        yield page.url;
        yield* page.follow("a[href]");
      },
      sinks: [
        { write: (item) => void log.push(`write ${item}`), close: () => void log.push("shut") },
      ],
      close: (stats) => void log.push(`close ${stats.pages} ${stats.stopReason}`),
    };
    await site.clock.run(crawl(spider).done());
    expect(log).toEqual([
      "open",
      `fetch ${start}`,
      `write ${start}`,
      `fetch ${start}1`,
      `write ${start}1`,
      "shut",
      "close 2 finished",
    ]);
  });

  it("may be an instance of a class, with fields of its own", async () => {
    const site = fakeSite((url) => (url === start ? ["/1", "/2"] : []));
    const spider = new Counting(site.stack);
    await site.clock.run(crawl(spider).done());
    expect([spider.pages, spider.state]).toEqual([3, "closed"]);
  });

  it.each([
    ["a sink fails", { sinks: [{ write: () => Promise.reject(new Error("broken")) }] }, "failed"],
    ["it is stopped", { signal: AbortSignal.abort("no") }, undefined],
    ["the start URLs fail", { start: broken() }, "failed"],
  ])("is closed where %s, if it was opened", async (_, options, stopReason) => {
    const closed: (string | undefined)[] = [];
    const site = fakeSite(() => []);
    const run = crawl<string>({
      service: site.stack,
      start,
      parse: () => ["item"],
      close: (stats: CrawlStats) => void closed.push(stats.stopReason),
      ...options,
    });
    await expect(site.clock.run(run.done())).rejects.toBeDefined();
    expect(closed).toEqual(stopReason === undefined ? [] : [stopReason]);
  });

  it("that cannot be opened fetches nothing, is closed, and fails with that error", async () => {
    const log: string[] = [];
    const site = fakeSite(() => []);
    const run = crawl<string>({
      service: site.stack,
      start,
      open: () => Promise.reject(new Error("no database")),
      parse: () => [],
      sinks: [{ open: () => void log.push("open"), write: () => {} }],
      close: () => void log.push("close"),
    });
    await expect(site.clock.run(run.done())).rejects.toThrow("no database");
    expect([log, site.visits]).toEqual([["close"], []]);
    expect(run.stats().stopReason).toBe("failed");
  });

  it("that cannot be closed fails with that error", async () => {
    const site = fakeSite(() => []);
    const run = crawl({
      service: site.stack,
      start,
      parse: () => {},
      close: () => Promise.reject(new Error("disk full")),
    });
    await expect(site.clock.run(run.done())).rejects.toThrow("disk full");
    expect(run.stats()).toMatchObject({ pages: 1, stopReason: "failed" });
  });

  it("that fails twice fails with the first error, and tells of both", async () => {
    const site = fakeSite(() => []);
    const run = crawl<string>({
      service: site.stack,
      start,
      parse: () => ["item"],
      sinks: [{ write: () => Promise.reject(new Error("first")) }],
      close: () => Promise.reject(new Error("second")),
    });
    const events = await eventsOf(async () => {
      await expect(site.clock.run(run.done())).rejects.toThrow("first");
    });
    const told = events.filter(({ event }) => event === "failed").map(({ detail }) => detail);
    expect(told.map(({ error }) => String(error))).toEqual(["Error: first", "Error: second"]);
  });

  it("may leave out what it has nothing to do in", async () => {
    const site = fakeSite(() => []);
    const run = crawl({ service: site.stack, start, parse: () => {} });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 1 });
  });
});

class Counting implements Spider<string> {
  readonly start = start;
  readonly service: NonNullable<Spider<string>["service"]>;
  pages = 0;
  state = "new";

  constructor(service: NonNullable<Spider<string>["service"]>) {
    this.service = service;
  }

  open(): void {
    this.state = "open";
  }

  parse(page: Page): ReturnType<Page["follow"]> {
    if (this.state === "open") this.pages++;
    return page.follow("a[href]");
  }

  close(): void {
    this.state = "closed";
  }
}

function* broken(): Generator<string, void> {
  yield start;
  throw new Error("broken");
}
