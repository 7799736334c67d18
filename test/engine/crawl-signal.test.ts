import { getEventListeners } from "node:events";

import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { fakeSite } from "../support/fake-site.ts";
import { chain, chainUrl as url } from "./support/chain.ts";
import { collect, everything } from "./support/crawls.ts";

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
