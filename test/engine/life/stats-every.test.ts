import { describe, expect, it } from "vitest";

import type { CrawlStats } from "../../../src/engine/crawl-stats.ts";
import { crawl } from "../../../src/engine/crawl.ts";
import { requireStatsEvery, type StatsEvery } from "../../../src/engine/life/stats-every.ts";
import { fakeSite, type FakeSite } from "../../support/fake-site.ts";
import { everything } from "../support/crawls.ts";

describe("statsEvery", () => {
  it("is told where the crawl stands, by the clock of the crawl, until it ends", async () => {
    const told: CrawlStats[] = [];
    const site = chainOf(5);
    const stats = await crawled(site, { ms: 100, tell: (stats) => void told.push(stats) });
    expect(told.map(({ elapsedMs }) => elapsedMs)).toEqual([100, 200, 300, 400, 500]);
    expect(told.map(({ stopReason }) => stopReason)).toEqual(Array(5).fill(undefined));
    expect(stats.elapsedMs).toBe(540);
    expect(site.clock.pending).toBe(0);
  });

  it("makes the crawl fail by what it throws or rejects with", async () => {
    for (const tell of [thrower, async () => thrower()]) {
      await expect(crawled(chainOf(5), { ms: 100, tell })).rejects.toThrow("no room");
    }
  });

  it("is not told anew before it is done, which the end of the crawl waits for", async () => {
    const site = chainOf(5);
    const log: string[] = [];
    const tell = async ({ elapsedMs }: CrawlStats): Promise<void> => {
      log.push(`begin ${elapsedMs}`);
      await new Promise<void>((resolve) => void site.clock.timer(resolve, 250));
      log.push(`end ${site.clock.now()}`);
    };
    await crawled(site, { ms: 100, tell });
    expect(log).toEqual(["begin 100", "end 350", "begin 400", "end 650"]);
  });
});

describe("requireStatsEvery", () => {
  it.each([
    [{ ms: 0, tell: thrower }, /"statsEvery.ms" to be above 0: got 0/],
    [{ ms: -1, tell: thrower }, /"statsEvery.ms"/],
    [{ ms: 1 }, /"statsEvery.tell" to be a function: got undefined/],
    [{ ms: 1, tell: thrower, every: 1 }, /statsEvery, ms, tell: got "every"/],
    [7, /statsEvery to be an object: got 7/],
  ])("throws at %j", (value, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as untyped code may call it
    expect(() => requireStatsEvery(value as unknown as StatsEvery)).toThrow(message);
  });
});

function thrower(): void {
  throw new Error("no room");
}

/** As many pages as that in a row, and one more, 90 ms each. */
function chainOf(links: number): FakeSite {
  return fakeSite((url) => (url.endsWith(`/${links}`) ? [] : [`/${Number(url.slice(14)) + 1}`]), {
    latencyMs: 90,
  });
}

function crawled(site: FakeSite, statsEvery: StatsEvery): Promise<CrawlStats> {
  return site.clock.run(
    crawl({ ...everything(site), start: "http://a.test/0", statsEvery }).done(),
  );
}
