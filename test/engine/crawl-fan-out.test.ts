import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import type { HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { simulateNetwork } from "../../src/testing/network/simulate-network.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

const LINKS = 1000;
const PAGES = 1000;

describe("pages of a thousand links each, where a thousand may wait", () => {
  it("are all fetched, each once, and never do more wait than may, but for what came back", async () => {
    const { run, clock, asked, mostPending } = fanOut({ concurrency: 16, maxPending: 1000 });
    const stats = await clock.run(run.done());
    expect(stats).toMatchObject({ pages: PAGES, stopReason: "finished", pending: 0 });
    expect(stats.notFetched).toEqual({ duplicate: PAGES * LINKS - (PAGES - 1) });
    expect(new Set(asked()).size).toBe(PAGES);
    expect(mostPending()).toBeLessThanOrEqual(1000 + 16);
    expect(clock.pending).toBe(0);
  });

  it("are all fetched where requests fail at first and come back", async () => {
    const { run, clock } = fanOut({ maxPending: 1000, retries: 20 }, 0.2);
    const stats = await clock.run(run.done());
    expect(stats).toMatchObject({ pages: PAGES, errors: {}, stopReason: "finished" });
    expect(stats.requests).toBeGreaterThan(PAGES * 1.1);
  });

  it("are left where they are when the crawl is stopped amid them", async () => {
    const { run, clock } = fanOut({ maxPending: 1000 });
    const done = run.done();
    await clock.run(new Promise<void>((resolve) => clock.timer(resolve, 500)));
    await clock.run(run.stop());
    const stats = await done;
    expect(stats.stopReason).toBe("stopped");
    expect(stats.pages + sum(stats.notFetched)).toBe(1 + stats.pages * LINKS);
  });
});

function fanOut(
  options: Partial<CrawlOptions<never>>,
  failureRate = 0,
): {
  readonly run: ReturnType<typeof crawl<never>>;
  readonly clock: VirtualClock;
  readonly asked: () => readonly string[];
  readonly mostPending: () => number;
} {
  const clock = new VirtualClock();
  const network = simulateNetwork({
    hosts: { "a.test": { pages: pageOf, latencyMs: [5, 50], failureRate } },
  });
  const service = ServiceBuilder.for<HttpRequest, HttpResponse>().service(network, { clock });
  let most = 0;
  const run = crawl<never>({
    service,
    start: "http://a.test/0",
    *parse(page) {
      yield* page.follow("a[href]");
      most = Math.max(most, run.stats().pending);
    },
    ...options,
  });
  const asked = (): readonly string[] => network.requests.map(({ url }) => url);
  return { run, clock, asked, mostPending: () => most };
}

/** Each page links to the thousand that follow it, twice as far each: all are near. */
function pageOf({ url }: HttpRequest): string {
  const n = Number(url.split("/").at(-1));
  const to = Array.from({ length: LINKS }, (_, at) => (n * 2 + at + 1) % PAGES);
  return to.map((n) => `<a href="/${n}">${n}</a>`).join("");
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
