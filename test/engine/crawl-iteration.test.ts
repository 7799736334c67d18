import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { chain, chainUrl as url } from "./support/chain.ts";
import { collect } from "./support/crawls.ts";

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

  it("rejects where the crawl cannot begin", async () => {
    const { options } = chain();
    const aborted = crawl({ ...options, signal: AbortSignal.abort(new Error("no")) });
    await expect(collect(aborted)).rejects.toThrow("no");
    const sinks = [{ open: () => failAt("", ""), write: () => {} }];
    await expect(collect(crawl({ ...options, sinks }))).rejects.toThrow("full at ");
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

function failAt(bad: string, item: string): void {
  if (item === bad) throw new Error(`full at ${item}`);
}
