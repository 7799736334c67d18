import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { Frontier } from "../../src/engine/frontier/frontier.ts";
import { MemoryFrontier } from "../../src/engine/frontier/memory-frontier.ts";
import { fakeSite } from "../support/fake-site.ts";
import { everything, sleep } from "./support/crawls.ts";
import { play, type World, worlds } from "./support/random-crawl.ts";
import { slowFrontier } from "./support/slow-frontier.ts";

describe("crawl with a frontier that answers by promise", () => {
  const waits = fc.array(fc.constantFrom(0, 0, 1, 3, 40), { minLength: 1, maxLength: 12 });

  it("fetches the same pages as often as with one that answers at once, whatever it takes", () =>
    assertFor(waits, async (world, waitsMs) => {
      const quick = await play(world);
      const slow = await playSlow(world, waitsMs);
      expect(slow.site.urls().toSorted()).toEqual(quick.site.urls().toSorted());
    }));

  it("gives every request one end, comes to its own once, and leaves nothing behind", () =>
    assertFor(waits, async (world, waitsMs) => {
      const { putOut, run, site, stats } = await playSlow(world, waitsMs);
      const left = Object.values(stats.notFetched).reduce((sum, count) => sum + count, 0);
      expect(stats.pages + left).toBe(putOut);
      expect(stats).toMatchObject({ pending: 0, inFlight: 0, stopReason: "finished" });
      expect(await run.done()).toEqual(stats);
      expect(site.clock.pending).toBe(0);
    }));

  it("keeps to its concurrency, to perHost and to maxPages", () =>
    assertFor(waits, async (world, waitsMs) => {
      const { concurrency, perHost } = world.options;
      const { site, stats } = await playSlow(world, waitsMs, 5);
      expect(site.inFlight.most).toBeLessThanOrEqual(concurrency);
      expect(site.inFlight.mostOfOneHost).toBeLessThanOrEqual(perHost);
      expect(stats.pages).toBeLessThanOrEqual(5);
    }));
});

it("a crawl goes on where room came while its frontier said that there was none", async () => {
  const site = fakeSite((url) => (url.endsWith("/") ? ["/a", "/b"] : []));
  const inner = new MemoryFrontier({ maxPending: 1 });
  const frontier: Frontier = {
    async add(requests) {
      const admissions = inner.add(requests);
      if (admissions.includes("rejected")) await sleep(site, 20);
      return admissions;
    },
    async take(max, now) {
      await sleep(site, 1);
      return inner.take(max, now);
    },
    fetched: (lease) => inner.fetched(lease),
    settle: (lease, outcome) => inner.settle(lease, outcome),
    hold: (host, until) => inner.hold(host, until),
    whenReady: (context) => inner.whenReady(context),
    stats: () => inner.stats(),
    [Symbol.asyncDispose]: async () => {},
  };
  const run = crawl({ ...everything(site), start: "http://a.test/", frontier });
  expect(await site.clock.run(run.done())).toMatchObject({ pages: 3, stopReason: "finished" });
});

function playSlow(
  world: World,
  waitsMs: readonly number[],
  maxPages = Infinity,
): ReturnType<typeof play> {
  const { maxPending, perHost } = world.options;
  return play(world, { maxPages }, (clock) =>
    slowFrontier(new MemoryFrontier({ maxPending, perHost }), { clock, waitsMs }),
  );
}

function assertFor(
  waits: fc.Arbitrary<readonly number[]>,
  property: (world: World, waitsMs: readonly number[]) => Promise<void>,
): Promise<void> {
  return fc.assert(fc.asyncProperty(worlds, waits, property), { numRuns: 40 });
}
