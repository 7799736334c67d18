import { getEventListeners } from "node:events";

import { describe, expect, it } from "vitest";

import type { CrawlOptions } from "../../src/engine/crawl-options.ts";
import { crawl } from "../../src/engine/crawl.ts";
import { fakeSite, type FakeSite } from "../support/fake-site.ts";
import { collect, everything, sleep } from "./support/crawls.ts";

describe("stop", () => {
  it("takes no more, lets what is under way end, and closes the sinks", async () => {
    const { options, site, sink } = chain();
    const run = crawl({ ...options, concurrency: 1 });
    const done = run.done();
    site.clock.advance(0);
    await site.clock.run(sleep(site, 250));
    await site.clock.run(run.stop());
    expect(site.visits).toHaveLength(3);
    expect(sink.log).toEqual(["open", url(0), url(1), url(2), "close"]);
    expect(await done).toMatchObject({ pages: 3, stopReason: "stopped", pending: 1 });
    expect(run.stats().notFetched).toEqual({ stopped: 1 });
    expect(run.explain(url(3))).toBe("stopped");
  });

  it("changes nothing when it is called again, and resolves when the crawl has ended", async () => {
    const { options, site } = chain();
    const run = crawl(options);
    const done = run.done();
    await site.clock.run(sleep(site, 50));
    await site.clock.run(Promise.all([run.stop(), run.stop({ graceMs: 5000 }), done]));
    await run.stop();
    expect(run.stats()).toMatchObject({ pages: 1, elapsedMs: 100, stopReason: "stopped" });
    expect(site.clock.pending).toBe(0);
  });

  it("keeps a crawl that has not begun from fetching anything", async () => {
    const { options, site } = chain();
    const run = crawl({ ...options, start: [url(0), url(1)] });
    await run.stop();
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 0, stopReason: "stopped" });
    expect(site.visits).toEqual([]);
    expect(run.stats().notFetched).toEqual({ stopped: 2 });
  });

  it("aborts what is under way after graceMs, and what it aborted is a reason", async () => {
    const site = fakeSite(() => "silence");
    const run = crawl({ ...everything(site), start: [url(0), url(1)] });
    const done = run.done();
    await site.clock.run(sleep(site, 100));
    await site.clock.run(run.stop({ graceMs: 700 }));
    expect(await done).toMatchObject({
      pages: 0,
      inFlight: 0,
      elapsedMs: 800,
      stopReason: "stopped",
    });
    expect(run.stats().notFetched).toEqual({ stopped: 2 });
    expect(site.clock.pending).toBe(0);
  });

  it("aborts at once where it is told so, also after a first call that was patient", async () => {
    const site = fakeSite(() => "silence");
    const run = crawl({ ...everything(site), start: url(0) });
    const done = run.done();
    await site.clock.settle();
    const patient = run.stop();
    await site.clock.settle();
    await run.stop({ graceMs: 0 });
    await patient;
    expect(await done).toMatchObject({ elapsedMs: 0, stopReason: "stopped" });
    expect(site.clock.pending).toBe(0);
  });

  it("keeps to the first deadline, however patient later calls are", async () => {
    const site = fakeSite(() => "silence");
    const run = crawl({ ...everything(site), start: url(0) });
    const done = run.done();
    await site.clock.settle();
    await site.clock.run(Promise.all([run.stop({ graceMs: 100 }), run.stop({ graceMs: 5000 })]));
    expect(await done).toMatchObject({ elapsedMs: 100 });
  });

  it("leaves a parse behind that hangs, and puts its request back", async () => {
    const { options, site, sink } = chain();
    const run = crawl({ ...options, parse: () => new Promise<never>(() => {}) });
    const done = run.done();
    await site.clock.run(sleep(site, 150));
    await site.clock.run(run.stop({ graceMs: 100 }));
    expect(await done).toMatchObject({ pages: 1, elapsedMs: 250, pending: 1, notFetched: {} });
    expect(sink.log).toEqual(["open", "close"]);
  });

  it("does not wait for start URLs that never come", async () => {
    const { options, site } = chain();
    async function* start(): AsyncGenerator<string, void> {
      yield url(8);
      await new Promise(() => {});
    }
    const run = crawl({ ...options, start: start() });
    const done = run.done();
    await site.clock.run(sleep(site, 500));
    await site.clock.run(run.stop());
    expect(await done).toMatchObject({ pages: 2, stopReason: "stopped" });
  });

  it("ends a wait of a minute at once", async () => {
    const site = fakeSite(() => ({ status: 429, headers: { "retry-after": "60" } }));
    const run = crawl({ ...everything(site), start: url(0) });
    const done = run.done();
    await site.clock.settle();
    await run.stop();
    expect(await done).toMatchObject({ elapsedMs: 0, requests: 1, notFetched: { stopped: 1 } });
    expect(site.clock.pending).toBe(0);
  });

  it("may be waited for by who takes the items", async () => {
    const { options, site } = chain();
    const run = crawl({ ...options, start: [url(0), url(4), url(9)] });
    const items: string[] = [];
    await site.clock.run(
      (async () => {
        for await (const item of run) {
          items.push(item);
          if (items.length === 1) await run.stop();
        }
      })(),
    );
    expect(items).toEqual([url(0), url(4), url(9)]);
    expect(run.stats()).toMatchObject({ pages: 3, elapsedMs: 100 });
  });

  it("refuses a grace that is no duration", async () => {
    const run = crawl(chain().options);
    await expect(run.stop({ graceMs: -1 })).rejects.toThrow(
      'Expected "graceMs" to be a number of milliseconds >= 0: got -1',
    );
  });
});

describe("the iteration of a crawl", () => {
  it("gives all items, then ends", async () => {
    const { options, site } = chain();
    const run = crawl(options);
    expect(await site.clock.run(collect(run))).toEqual(
      Array.from({ length: 10 }, (_, n) => url(n)),
    );
    expect(run.stats().stopReason).toBe("finished");
  });

  it("stops the crawl when it is left, and what was put out is written", async () => {
    const { options, site, sink } = chain();
    const run = crawl(options);
    await site.clock.run(
      (async () => {
        for await (const item of run) if (item === url(2)) break;
      })(),
    );
    expect(sink.log).toEqual(["open", url(0), url(1), url(2), "close"]);
    expect(run.stats()).toMatchObject({ pages: 3, stopReason: "stopped" });
    expect(site.clock.pending).toBe(0);
  });

  it("can be had once, and not after done()", async () => {
    const { options, site } = chain();
    const run = crawl(options);
    const done = run.done();
    expect(() => run[Symbol.asyncIterator]()).toThrow(
      "A crawl can be iterated once, and not after done()",
    );
    await site.clock.run(done);
    expect(() => run[Symbol.asyncIterator]()).toThrow("once");
    const other = crawl(options);
    other[Symbol.asyncIterator]();
    expect(() => other[Symbol.asyncIterator]()).toThrow("once");
    await site.clock.run(other.stop());
  });

  it("lets done() be asked for as well, which runs nothing again", async () => {
    const { options, site } = chain();
    const run = crawl(options);
    const taken = collect(run);
    const [items, stats] = await site.clock.run(Promise.all([taken, run.done()]));
    expect([items.length, stats.pages, site.visits.length]).toEqual([10, 10, 10]);
    expect(run.done()).toBe(run.done());
  });

  it("rejects with what made the crawl fail, after the last item", async () => {
    const { options, site } = chain();
    const sinks = [{ write: (item: string) => failAt(url(2), item) }];
    const run = crawl({ ...options, sinks });
    const items: string[] = [];
    const taking = (async () => {
      for await (const item of run) items.push(item);
    })();
    await expect(site.clock.run(taking)).rejects.toThrow(`full at ${url(2)}`);
    expect(items).toEqual([url(0), url(1), url(2)]);
  });

  it("rejects with what failed after it was left", async () => {
    const { options, site } = chain();
    const sinks = [{ write: () => {}, close: () => failAt("", "") }];
    const taking = (async () => {
      for await (const _ of crawl({ ...options, sinks })) break;
    })();
    await expect(site.clock.run(taking)).rejects.toThrow("full at ");
  });
});

describe("the signal of a crawl", () => {
  it("ends it at once, with the reason, its sinks closed", async () => {
    const { options, site, sink } = chain();
    const controller = new AbortController();
    const run = crawl({ ...options, signal: controller.signal });
    const done = run.done();
    site.clock.timer(() => controller.abort("enough"), 250);
    await expect(site.clock.run(done)).rejects.toBe("enough");
    expect(sink.log).toEqual(["open", url(0), url(1), "close"]);
    expect(run.stats()).toMatchObject({ elapsedMs: 250, inFlight: 0, stopReason: "aborted" });
    expect(run.stats().notFetched).toEqual({ stopped: 1 });
    expect(site.clock.pending).toBe(0);
  });

  it("keeps it from opening a sink where it has aborted before", async () => {
    const { options, sink } = chain();
    const run = crawl({ ...options, signal: AbortSignal.abort("no") });
    await expect(run.done()).rejects.toBe("no");
    expect(sink.log).toEqual([]);
    expect(run.stats().stopReason).toBe("aborted");
  });

  it("hears of the end of all who waited: start URLs, parses, the iteration", async () => {
    const { site } = chain();
    const controller = new AbortController();
    const finished: string[] = [];
    function* start(): Generator<string, void> {
      try {
        for (let n = 0; ; n++) yield url(n);
      } finally {
        finished.push("start");
      }
    }
    const run = crawl<string>({
      service: site.stack,
      start: start(),
      maxPending: 1,
      concurrency: 1,
      signal: controller.signal,
      async *parse(page) {
        try {
          yield* page.follow(Array.from({ length: 9 }, (_, n) => url(100 + n)));
        } finally {
          finished.push("parse");
        }
      },
    });
    const taking = collect(run);
    site.clock.timer(() => controller.abort("enough"), 150);
    await expect(site.clock.run(taking)).rejects.toBe("enough");
    await site.clock.settle();
    expect(finished).toEqual(expect.arrayContaining(["start", "parse"]));
  });

  it("is listened to but once or twice, whatever the number of requests, and let go of", async () => {
    const { signal } = new AbortController();
    const urls = Array.from({ length: 2000 }, (_, n) => url(n));
    let most = 0;
    const site = fakeSite(
      () => {
        most = Math.max(most, getEventListeners(signal, "abort").length);
        return [];
      },
      { latencyMs: 5 },
    );
    const options = { ...everything(site), concurrency: 50, perHost: 50, signal };
    const warnings: unknown[] = [];
    const warn = (warning: unknown): void => void warnings.push(warning);
    process.on("warning", warn);
    const stats = await site.clock.run(crawl({ ...options, start: urls }).done());
    process.removeListener("warning", warn);
    expect(stats.pages).toBe(2000);
    expect(most).toBeLessThanOrEqual(2);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

/** Ten pages of 100 ms, each with a link to the next, and a sink that keeps a log. */
function chain(): {
  readonly site: FakeSite;
  readonly options: CrawlOptions<string>;
  readonly sink: { readonly log: string[] };
} {
  const site = fakeSite((at) => (at === url(9) ? [] : [url(Number(at.split("/p")[1]) + 1)]), {
    latencyMs: 100,
  });
  const log: string[] = [];
  const sink = {
    log,
    open: () => void log.push("open"),
    write: (item: string) => void log.push(item),
    close: () => void log.push("close"),
  };
  return { site, sink, options: { ...everything(site), start: url(0), sinks: [sink] } };
}

function url(n: number): string {
  return `http://a.test/p${n}`;
}

function failAt(bad: string, item: string): void {
  if (item === bad) throw new Error(`full at ${item}`);
}
