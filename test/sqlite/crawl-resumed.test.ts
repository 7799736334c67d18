import { describe, expect, it } from "vitest";

import type { CrawlRun } from "../../src/engine/crawl-run.ts";
import type { CrawlStats } from "../../src/engine/crawl-stats.ts";
import { crawl } from "../../src/engine/crawl.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { SqliteFrontier } from "../../src/sqlite/index.ts";
import { type FakeSite, fakeSite, to } from "../support/fake-site.ts";
import { killedCopy } from "./support/killed-copy.ts";
import { scratch } from "./support/scratch.ts";

const START = "http://a.test/";

describe("a crawl that is run again with the same SqliteFrontier", () => {
  it("goes on where the one before has stopped, and fetches nothing once all was fetched", async () => {
    using disk = scratch();
    const site = numbered();
    const file = disk.path("crawl.db");
    const first = await run(site, file, { maxPages: 4 });
    expect(first.stats).toMatchObject({ pages: 4, stopReason: "maxPages" });
    const second = await run(site, file);
    expect(second.stats).toMatchObject({ pages: 6, pending: 0, stopReason: "finished" });
    const third = await run(site, file);
    expect(third.stats).toMatchObject({ pages: 0, requests: 0, notFetched: { duplicate: 1 } });
    expect(new Set(site.urls()).size).toBe(site.urls().length);
  });

  it("keeps in scope where a start URL was redirected", async () => {
    using disk = scratch();
    const site = fakeSite((url) => {
      if (url === START) return to("http://www.a.test/");
      return url === "http://www.a.test/" ? ["/1", "/2", "http://b.test/"] : ["/3"];
    });
    const file = disk.path("crawl.db");
    await run(site, file, { maxPages: 1 });
    const { crawled, stats } = await run(site, file);
    expect(stats).toMatchObject({ pages: 3, stopReason: "finished" });
    expect(crawled.map((url) => url.slice(-1))).toEqual(["1", "2", "3"]);
  });

  it("counts pages of runs before against its quotas", async () => {
    using disk = scratch();
    const site = fakeSite((url) =>
      url.endsWith("/gone") ? { status: 404 } : ["/gone", "/1", "/2", "/3", "/4", "/5"],
    );
    const file = disk.path("crawl.db");
    const options = { maxPagesPerHost: 4, concurrency: 1 };
    await run(site, file, { ...options, maxPages: 1 });
    await run(site, file, { ...options, maxPages: 1 });
    const { crawled, stats } = await run(site, file, options);
    expect(crawled).toEqual([`${START}2`, `${START}3`]);
    expect(stats.notFetched.host_budget).toBe(2);
    expect((await run(site, file, options)).stats.pages).toBe(0);
  });

  it("explains what became of URLs in runs before it", async () => {
    using disk = scratch();
    const site = fakeSite((url) =>
      url === START
        ? ["/gone", "/dull", "http://b.test/"]
        : { status: url.endsWith("gone") ? 404 : 200 },
    );
    const file = disk.path("crawl.db");
    await run(site, file, { filter: notDull });
    await run(site, file, {
      filter: notDull,
      atEnd: (again) => {
        const urls = [START, `${START}gone`, `${START}dull`, "http://b.test/", `${START}new`];
        const fates = ["fetched", "failed", "filtered", "scope", "unknown"];
        expect(urls.map((url) => again.explain(url))).toEqual(fates);
      },
    });
    await using frontier = new SqliteFrontier({ file, clock: site.clock });
    expect(frontier.fateOf(START)).toEqual({ fate: "fetched", status: 200 });
    expect(frontier.fateOf(`${START}gone`)).toEqual({
      fate: "failed",
      status: 404,
      why: "not_found",
    });
    expect(frontier.fateOf(`${START}dull`)).toEqual({ fate: "filtered", why: "so dull" });
  });

  it("has all on the disk when done() resolves", async () => {
    using disk = scratch();
    const site = numbered();
    const file = disk.path("crawl.db");
    await run(site, file, { atEnd: () => void killedCopy(file, disk.path("copy.db")) });
    await using frontier = new SqliteFrontier({ file: disk.path("copy.db"), clock: site.clock });
    expect(frontier.stats()).toEqual({ pending: 0, leased: 0, held: 0, seen: 10 });
  });

  it("fails with what its database throws, and goes on from what was committed", async () => {
    using disk = scratch();
    const site = numbered(10);
    const file = disk.path("crawl.db");
    const start = Array.from({ length: 2000 }, (_, n) => `http://h${n}.test/${"x".repeat(200)}`);
    await expect(run(site, file, { start, atBegin: shrinkDisk })).rejects.toThrow(
      "crawl.db: the disk is full",
    );
    const { stats } = await run(site, file);
    expect(stats).toMatchObject({ stopReason: "finished", pending: 0 });
  });
});

interface Hooks {
  readonly atBegin?: (frontier: SqliteFrontier) => void;
  readonly atEnd?: (run: CrawlRun<never>) => void;
}

interface Ran {
  readonly stats: CrawlStats;
  /** The URLs that were asked for. */
  readonly crawled: readonly string[];
}

/** Leaves little room for a database. */
function shrinkDisk(frontier: SqliteFrontier): void {
  frontier.database.read("PRAGMA max_page_count = 60").one();
}

function notDull({ url }: { readonly url: string }): boolean | string {
  return !url.endsWith("dull") || "so dull";
}

/** One process, from its begin to its end. */
async function run(
  site: FakeSite,
  file: string,
  { atBegin, atEnd, ...options }: Partial<CrawlOptions<never>> & Hooks = {},
): Promise<Ran> {
  await using frontier = new SqliteFrontier({ file, clock: site.clock });
  atBegin?.(frontier);
  const before = site.visits.length;
  const run = crawl<never>({
    service: site.stack,
    frontier,
    start: START,
    parse: (page) => page.follow("a[href]"),
    ...options,
  });
  const stats = await site.clock.run(run.done());
  atEnd?.(run);
  return { stats, crawled: site.urls().slice(before) };
}

/** Ten pages, each with links to the next two. */
function numbered(latencyMs = 0): FakeSite {
  return fakeSite(
    (url) => {
      const n = Number(url.slice(START.length));
      return [n + 1, n + 2].filter((to) => to < 10).map((to) => `/${to}`);
    },
    { latencyMs },
  );
}
