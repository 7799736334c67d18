import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { domainKey } from "../../src/http/url/domain-key.ts";
import { play, type Seen, type World, worlds } from "./support/random-crawl.ts";

describe("crawl, whatever the site and the options", () => {
  it("fetches each page that can be reached, and attempts it no more often than it must", () =>
    check(({ site, web, ...seen }) => {
      const expected = [...reached({ web, ...seen }).keys()].flatMap((url) =>
        Array.from({ length: web.visits(url) }, () => url),
      );
      expect(site.urls().toSorted()).toEqual(expected.toSorted());
    }));

  it("gives every request that was put out one end: a page, or a reason", () =>
    check(({ stats, putOut }) => expect(stats.pages + sum(stats.notFetched)).toBe(putOut)));

  it("explains every URL", () =>
    check(({ run, web, ...seen }) => {
      const all = reached({ web, ...seen });
      for (const url of web.urls) {
        const fate = web.kind(url) === "gone" ? "failed" : "fetched";
        expect(run.explain(url)).toMatch(all.has(url) ? fate : /unknown|scope/);
      }
    }));

  it("keeps to its concurrency, and to perHost", () =>
    check(({ options, site }) => {
      expect(site.inFlight.most).toBeLessThanOrEqual(options.concurrency ?? 0);
      expect(site.inFlight.mostOfOneHost).toBeLessThanOrEqual(options.perHost ?? 0);
    }));

  it("never has more pending than maxPending, but for requests that came back", () =>
    check(({ options, mostPending }) => {
      const { maxPending = 0, concurrency = 0 } = options;
      expect(mostPending).toBeLessThanOrEqual(maxPending + concurrency);
    }));

  it("has no more pending where all that is left was turned away for an instant", async () => {
    const { mostPending } = await play(turnedAway);
    expect(mostPending).toBeLessThanOrEqual(6 + 2);
  });

  it("hands each item on once, those of a page in order, to sinks and to who iterates", () =>
    check(({ written, consumed = written, stats }) => {
      expect(written).toHaveLength(2 * stats.pages);
      expect(consumed).toEqual(written);
      for (const { url } of written) {
        expect(written.filter((item) => item.url === url).map(({ n }) => n)).toEqual([1, 2]);
      }
    }));

  it("asks the stack in vain no more often than twice a request, beside the first calls to a host", () =>
    check(({ options, site, web }) => {
      const hosts = new Set(web.urls.map(domainKey)).size;
      const first = hosts * (options.perHost ?? 0);
      expect(site.refusals()).toBeLessThanOrEqual(2 * site.visits.length + first);
    }));

  it("ends with nothing pending, in flight or left to wait for", () =>
    check(({ site, stats }) => {
      expect(stats).toMatchObject({ pending: 0, inFlight: 0, stopReason: "finished" });
      expect(site.clock.pending).toBe(0);
    }));

  it("makes the same visits at the same instants when it is run again", () =>
    assertFor(async (world) => {
      const [one, two] = [await play(world), await play(world)];
      expect(one.site.visits).toEqual(two.site.visits);
    }));

  it("fetches exactly maxPages where there are so many, and all where there are not", () =>
    assertFor(async (world) => {
      const all = (await play(world)).stats.pages;
      for (const maxPages of [1, 2, 5, 20]) {
        const { stats, putOut } = await play({ ...world, isLazy: false }, { maxPages });
        expect(stats.pages).toBe(Math.min(all, maxPages));
        expect(stats.pages + sum(stats.notFetched)).toBe(putOut);
      }
    }));

  it("goes no further than maxDepth, and leaves out nothing that is linked from where it starts", () =>
    assertFor(async (world) => {
      const seen = await play({ ...world, isLazy: false }, { maxDepth: 2 });
      const fetched = new Set(seen.site.urls());
      const depths = reached(seen);
      for (const url of fetched) expect(depths.get(url)).toBeLessThanOrEqual(2);
      const near = [...depths].filter(([, depth]) => depth <= 1).map(([url]) => url);
      expect([...fetched]).toEqual(expect.arrayContaining(near));
    }));
});

/** Nine starts in a crawl of one call at a time, where two may be called and six may wait. */
const turnedAway: World = {
  pages: (
    [
      [[], 0, "busy"],
      [[], 0, "page"],
      [[34], 5, "page"],
      [[], 5, "page"],
      [[], 0, "page"],
      [[19, 18], 0, "flaky"],
      [[], 1, "busy"],
      [[35, 15, 17], 1000, "page"],
      [[39, 9], 0, "page"],
      [[], 0, "moved"],
      [[], 0, "page"],
      [[], 0, "page"],
      [[0], 5, "page"],
      [[], 0, "page"],
      [[], 0, "page"],
      [[], 0, "page"],
      [[], 0, "page"],
      [[], 0, "page"],
      [[], 0, "page"],
      [[], 0, "page"],
      [[], 0, "page"],
      [[], 0, "page"],
      [[], 0, "page"],
    ] as const
  ).map(([links, latencyMs, kind]) => ({ links: [...links], latencyMs, kind })),
  hosts: 5,
  refuses: "blind",
  consumerMs: undefined,
  sinkMs: 0,
  starts: 9,
  isLazy: false,
  options: { concurrency: 2, perHost: 1, maxPending: 6, scope: "all" },
};

function check(verify: (seen: Seen) => void): Promise<void> {
  return assertFor(async (world) => {
    verify(await play(world));
  });
}

function assertFor(property: (world: World) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(worlds, property), { numRuns: 40 });
}

/** What the search reaches in the scope of the crawl: where it starts, and where that redirects. */
function reached({ web, options }: Pick<Seen, "web" | "options">): ReadonlyMap<string, number> {
  const hosts = new Set<string>();
  for (let url = web.urls[0]; url !== undefined; url = web.target(url)) hosts.add(domainKey(url));
  return web.reached((url) => options.scope === "all" || hosts.has(domainKey(url)));
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
