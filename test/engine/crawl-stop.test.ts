import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { fakeSite } from "../support/fake-site.ts";
import { chain, chainUrl as url } from "./support/chain.ts";
import { everything, sleep } from "./support/crawls.ts";

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
    expect(await done).toMatchObject({ pages: 3, stopReason: "stopped", pending: 0 });
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
    expect(await done).toMatchObject({ pages: 1, elapsedMs: 250, pending: 0, notFetched: {} });
    expect(sink.log).toEqual(["open", "close"]);
  });

  it("does not wait for start URLs that never come", async () => {
    const { options, site } = chain();
    const run = crawl({ ...options, start: oneThenSilence() });
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

async function* oneThenSilence(): AsyncGenerator<string, void> {
  yield url(8);
  await new Promise(() => {});
}
