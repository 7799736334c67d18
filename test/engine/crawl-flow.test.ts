import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { fakeSite } from "../support/fake-site.ts";
import { everything, sleep } from "./support/crawls.ts";

describe("crawl, while it runs", () => {
  it("explains what became of a URL, in whatever spelling of the URL parser", async () => {
    const site = fakeSite((url) =>
      url.endsWith("/1")
        ? ["/2", "/gone", "http://b.test/"]
        : url.endsWith("/2")
          ? ["/1", "/3"]
          : undefined,
    );
    const run = crawl({
      ...everything(site),
      start: "http://a.test/1",
      maxDepth: 1,
      scope: "same-host",
    });
    await site.clock.run(run.done());
    const fates = {
      "HTTP://A.test:80/1": "fetched",
      "http://a.test/2": "fetched",
      "http://a.test/%32": "duplicate",
      "http://a.test/gone": "failed",
      "http://b.test": "scope",
      "http://a.test/3": "depth",
      "http://a.test/4": "unknown",
    };
    for (const [url, fate] of Object.entries(fates))
      expect([url, run.explain(url)]).toEqual([url, fate]);
    expect(() => run.explain("/1")).toThrow(
      'Expected "url" to be an absolute http or https URL: got "/1"',
    );
  });

  it("tells at every instant how many wait and how many are under way", async () => {
    const site = fakeSite((url) => (url.length < 20 ? [`${url}1`, `${url}2`] : []), {
      latencyMs: 10,
    });
    const run = crawl({ ...everything(site), start: "http://a.test/1", concurrency: 3 });
    const seen: number[] = [];
    const done = run.done();
    const watch = async (): Promise<void> => {
      for (let stopped = false; !stopped; stopped = run.stats().stopReason !== undefined) {
        const { pages, pending, inFlight, seen: known } = run.stats();
        expect(pending).toBeGreaterThanOrEqual(0);
        expect(inFlight).toBeGreaterThanOrEqual(0);
        expect(inFlight).toBeLessThanOrEqual(3);
        expect(pages + pending + inFlight).toBeLessThanOrEqual(known);
        seen.push(inFlight);
        await Promise.resolve();
        if (seen.length % 50 === 0) await sleep(site, 1);
      }
    };
    await site.clock.run(Promise.all([done, watch()]));
    expect(new Set(seen)).toEqual(new Set([0, 1, 2, 3]));
    expect(run.stats()).toMatchObject({ pending: 0, inFlight: 0 });
  });

  it("fetches no faster than items are taken", async () => {
    const site = fakeSite((url) => [`${url}1`, `${url}2`]);
    const run = crawl({ ...everything(site), start: "http://a.test/1", maxPages: 2000 });
    let taken = 0;
    let mostAhead = 0;
    const taking = (async () => {
      for await (const _ of run) {
        taken++;
        mostAhead = Math.max(mostAhead, run.stats().items - taken);
        await sleep(site, 1);
      }
    })();
    await site.clock.run(taking);
    expect(taken).toBe(2000);
    expect(mostAhead).toBeLessThan(200);
  });

  it("fetches no faster than a sink takes items", async () => {
    const site = fakeSite((url) => [`${url}1`, `${url}2`]);
    let written = 0;
    let mostAhead = 0;
    const sink = {
      write: async (): Promise<void> => {
        await sleep(site, 1);
        written++;
        mostAhead = Math.max(mostAhead, run.stats().items - written);
      },
    };
    const run = crawl({
      ...everything(site),
      start: "http://a.test/1",
      maxPages: 1000,
      sinks: [sink],
    });
    await site.clock.run(run.done());
    expect(written).toBe(1000);
    expect(mostAhead).toBeLessThan(200);
  });
});
