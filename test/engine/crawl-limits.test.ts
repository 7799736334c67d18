import { describe, expect, it } from "vitest";

import type { CrawlStats } from "../../src/engine/crawl-stats.ts";
import { crawl } from "../../src/engine/crawl.ts";
import { MemoryFrontier } from "../../src/engine/frontier/memory-frontier.ts";
import type { CrawlLimits } from "../../src/engine/monitor/crawl-limits.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { type FakeSite, fakeSite } from "../support/fake-site.ts";
import { untyped } from "../support/untyped.ts";
import { everything } from "./support/crawls.ts";
import { eventsOf } from "./support/events-of.ts";
import { FakeResources } from "./support/fake-resources.ts";

describe("a hard limit", () => {
  it("ends the crawl and says which it was, and what is under way ends", async () => {
    const { machine, run, site } = crawlOf({ rssBytes: { hard: 500 } });
    site.clock.timer(() => (machine.rss = 500), 2500);
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ stopReason: "rssBytes", elapsedMs: 3220, inFlight: 0 });
    expect(stats.notFetched.budget).toBeGreaterThan(0);
    expect(site.clock.pending).toBe(0);
  });

  it("keeps the crawl from fetching anything where it is reached at once", async () => {
    const { machine, run, site } = crawlOf({ freeDiskBytes: { hard: 100, folders: ["a", "b"] } });
    machine.free = 100;
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ pages: 0, requests: 0, stopReason: "freeDiskBytes" });
    expect(machine.folders).toEqual(["a", "b"]);
    expect(run.explain(start)).toBe("budget");
  });

  it("of the processor counts where it lasts, over ten looks", async () => {
    const { machine, run, site } = crawlOf({ cpuShare: { hard: 0.9 } });
    compute(site, machine, (second) => (second === 3 ? 1000 : second > 5 ? 1000 : 0));
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ stopReason: "cpuShare" });
    expect(stats.elapsedMs).toBeGreaterThan(10_000);
  });

  it("loses nothing: what was in hand waits in the frontier", async () => {
    const frontier = new MemoryFrontier();
    const { machine, run, site } = crawlOf({ rssBytes: { hard: 500 } }, { graceMs: 0, frontier });
    site.clock.timer(() => (machine.rss = 500), 1020);
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ stopReason: "rssBytes", elapsedMs: 2000, errors: {} });
    const { leased, pending, seen } = frontier.stats();
    expect({ leased, fetchedAndPending: stats.pages + pending }).toEqual({
      leased: 0,
      fetchedAndPending: seen,
    });
  });
});

describe("a soft limit", () => {
  it.each<[name: string, limits: CrawlLimits, run: (machine: FakeResources) => void]>([
    ["rssBytes", { rssBytes: { soft: 500 } }, (machine) => (machine.rss = 600)],
    [
      "freeDiskBytes",
      { freeDiskBytes: { soft: 500, folders: ["."] } },
      (machine) => (machine.free = 400),
    ],
  ])("of %s slows the crawl, and ends with its cause", async (_name, limits, runShort) => {
    const { machine, run, site } = crawlOf(limits, { maxTimeMs: 30_000 });
    site.clock.timer(() => runShort(machine), 9900);
    site.clock.timer(() => Object.assign(machine, { rss: 1, free: 1000 }), 19_900);
    const stats = await site.clock.run(run.done());
    const [before, during, after] = [0, 10_000, 24_000].map((from) =>
      visitsIn(site, from, from + 6000),
    );
    expect(stats.stopReason).toBe("maxTimeMs");
    expect(during).toBeGreaterThan(0);
    expect(during).toBeLessThan((before ?? 0) / 3);
    expect(after).toBeGreaterThan((before ?? 0) * 0.9);
  });

  it("of the processor keeps the crawl near it", async () => {
    const { machine, run, site } = crawlOf({ cpuShare: { soft: 0.5 } }, { maxTimeMs: 60_000 });
    let seen = 0;
    const tick = (): void => {
      machine.cpu += (site.visits.length - seen) * 23; // 16 workers would take 1.6
      seen = site.visits.length;
      site.clock.timer(tick, 100);
    };
    tick();
    await site.clock.run(run.done());
    const share = machine.cpu / 60_000;
    expect(share).toBeLessThan(0.8);
    expect(share).toBeGreaterThan(0.2);
  });

  it("of pages slows the crawl for good", async () => {
    const { run, site } = crawlOf({ pages: { soft: 300 } }, { maxTimeMs: 20_000 });
    const stats = await site.clock.run(run.done());
    expect(visitsIn(site, 10_000, 20_000)).toBeLessThan(visitsIn(site, 0, 3000));
    expect(stats.pages).toBeGreaterThan(300);
  });

  it("changes nothing of what a crawl puts out whose order is fixed, but makes it slower", async () => {
    const crawls = [undefined, { rssBytes: { soft: 1 } }].map(async (limits) => {
      const site = fakeSite((url) => (url.length < 20 ? [`${url}1`, `${url}2`, `${url}3`] : []), {
        latencyMs: 300,
      });
      const urls: string[] = [];
      const run = crawl({
        ...everything(site),
        start,
        seed: 7,
        concurrency: 4,
        ...(limits && { limits: { ...limits, reader: new FakeResources() } }),
        sinks: [{ write: (url) => void urls.push(url) }],
      });
      const { elapsedMs } = await site.clock.run(run.done());
      return { elapsedMs, urls };
    });
    const [free, slowed] = await Promise.all(crawls);
    expect(slowed?.urls).toEqual(free?.urls);
    expect(slowed?.elapsedMs).toBeGreaterThan((free?.elapsedMs ?? 0) * 1.2);
  });
});

describe("limits", () => {
  it("are told of when they are reached", async () => {
    const { machine, run, site } = crawlOf({ rssBytes: { soft: 400, hard: 500 } });
    site.clock.timer(() => (machine.rss = 450), 900);
    site.clock.timer(() => (machine.rss = 550), 2900);
    const events = await eventsOf(async () => void (await site.clock.run(run.done())));
    const told = events.filter(({ event }) => event === "slowed" || event === "stopped");
    expect(told.map(({ event, detail }) => ({ event, detail }))).toEqual([
      { event: "slowed", detail: { resource: "rssBytes", figure: 450, limit: 400 } },
      { event: "stopped", detail: { resource: "rssBytes", figure: 550, limit: 500 } },
    ]);
  });

  it("are looked at every so often, and not any more once the crawl has ended", async () => {
    const { machine, run, site } = crawlOf(
      { rssBytes: { soft: 500 }, everyMs: 250 },
      { maxTimeMs: 1100, graceMs: 0 },
    );
    await site.clock.run(run.done());
    expect(machine.looks).toBe(5);
    site.clock.advance(10_000);
    expect(machine.looks).toBe(5);
    expect(site.clock.pending).toBe(0);
  });

  it("make the crawl fail where what they need cannot be read", async () => {
    const { machine, run, site } = crawlOf({ rssBytes: { soft: 500 } });
    site.clock.timer(() => {
      machine.rssBytes = () => {
        throw new Error("no such figure");
      };
    }, 1500);
    await expect(site.clock.run(run.done())).rejects.toThrow("no such figure");
    expect(run.stats().stopReason).toBe("failed");
  });
});

describe("limits.reader", () => {
  it.each<[figure: unknown, shown: string]>([
    [Number.NaN, "NaN"],
    [-1, "-1"],
    ["500", '"500"'],
    [Promise.resolve(500), "an object"],
    [undefined, "undefined"],
  ])("fails the crawl where it gives %s", async (figure, shown) => {
    const { machine, run, site } = crawlOf({ rssBytes: { soft: 500 } });
    machine.rssBytes = () => untyped(figure);
    await expect(site.clock.run(run.done())).rejects.toThrow(
      `Expected "limits.reader.rssBytes" to give a number >= 0: got ${shown}`,
    );
  });
});

const start = "http://a.test/1";

/** A crawl that has no end of its own, on a machine whose figures are set by hand. */
function crawlOf(
  limits: CrawlLimits,
  options: Partial<CrawlOptions<string>> = {},
): {
  readonly machine: FakeResources;
  readonly site: FakeSite;
  readonly run: {
    done(): Promise<CrawlStats>;
    stats(): CrawlStats;
    explain(url: string): string;
  };
} {
  const site = fakeSite((url) => [`${url}1`, `${url}2`], { latencyMs: 230 });
  const machine = new FakeResources();
  const run = crawl<string>({
    ...everything(site),
    ...(options.frontier ? {} : { perHost: 16 }),
    start,
    ...options,
    limits: { reader: machine, ...limits },
  });
  return { machine, run, site };
}

function visitsIn({ visits }: FakeSite, from: number, to: number): number {
  return visits.filter(({ at }) => at >= from && at < to).length;
}

/** Has a machine compute for so many milliseconds of each second. */
function compute(site: FakeSite, machine: FakeResources, msIn: (second: number) => number): void {
  const tick = (second: number): void => {
    machine.cpu += msIn(second);
    if (second < 60) site.clock.timer(() => tick(second + 1), 1000);
  };
  tick(0);
}
