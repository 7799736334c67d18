import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { CrawlStats } from "../../src/engine/crawl-stats.ts";
import { crawl } from "../../src/engine/crawl.ts";
import { HttpError } from "../../src/http/errors.ts";
import { circuitBreaker } from "../../src/layers/circuit-breaker/circuit-breaker.ts";
import { httpCircuitBreaker } from "../../src/layers/circuit-breaker/http-circuit-breaker.ts";
import { consecutiveFailures } from "../../src/layers/circuit-breaker/trip.ts";
import { httpStack } from "../../src/layers/http-stack/http-stack.ts";
import type { HttpLayer } from "../../src/layers/http-stack/http-tiers.ts";
import type { LayerEvent } from "../../src/service/events.ts";
import { eventsDuring } from "../support/events.ts";
import { fakeSite, type FakeSite } from "../support/fake-site.ts";

describe("a crawl over a circuitBreaker", () => {
  it("holds a host that is down, and fetches all of it in the end", async () => {
    const { stats, visits, events } = await crawled({ layer: breaker(), down: [1000, 25_000] });
    expect(stats).toMatchObject({ pages: 60, notFetched: {}, errors: {}, stopReason: "finished" });
    const [first, second] = opened(events);
    expect([first, second]).toMatchObject([{ detail: { key: "a.test", failures: 3 } }, {}]);
    const whileDown = visits("a.test").filter((at) => at >= 1000 && at < 25_000);
    expect(whileDown.slice(3)).toEqual([first?.detail["retryAt"]]);
    expect(visits("a.test").find((at) => at >= 25_000)).toBe(second?.detail["retryAt"]);
  });

  it("leaves other hosts undisturbed", async () => {
    const well = await crawled({ down: [0, 0] });
    const broken = await crawled({ layer: breaker(), down: [1000, 25_000] });
    for (const host of ["b.test", "c.test"]) {
      expect(broken.visits(host)).toEqual(well.visits(host));
      expect(well.visits(host)).toHaveLength(20);
    }
  });

  it("spends no attempt of a request on a refusal", async () => {
    const withBreaker = await crawled({ layer: breaker(), down: [1000, 25_000], retries: 4 });
    const without = await crawled({ down: [1000, 25_000], retries: 4 });
    expect(withBreaker.stats.pages).toBe(60);
    expect(without.stats.pages).toBeLessThan(60);
    expect(without.stats.errors).toEqual({ connect: 60 - without.stats.pages });
  });

  it("goes on as soon as a probe was well, not when it would have lost its place", async () => {
    const site = down([0, 1], 100, circuitBreaker(httpCircuitBreaker({ probeTimeoutMs: 60_000 })));
    const run = crawl({ service: site.stack, start: urls("a.test"), parse: nothing });
    const stats = await site.clock.run(run.done());
    const [probe, ...others] = site.visits.map(({ at }) => at).filter((at) => at >= 10_000);
    expect(probe).toBe(10_100);
    expect(others[0]).toBeLessThanOrEqual(10_201);
    expect(stats).toMatchObject({ pages: 20, errors: {} });
  });

  it("asks nothing of a host whose circuit is open, and loses nothing, whenever it is down", () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          from: fc.nat(400),
          forMs: fc.nat(5000),
          latencyMs: fc.constantFrom(0, 1, 30, 300),
          probes: fc.integer({ min: 1, max: 3 }),
          cooldownMs: fc.constantFrom(10, 100, 1000),
          probeTimeoutMs: fc.constantFrom(20, 1000),
        }),
        async ({ from, forMs, latencyMs, ...options }) => {
          const layer = circuitBreaker(httpCircuitBreaker(options));
          const site = down([from, from + forMs], latencyMs, layer);
          const start = ["a.test", "b.test"].flatMap(urls);
          const run = crawl({
            service: site.stack,
            start,
            parse: nothing,
            retries: 100,
            scope: "all",
          });
          const events = await eventsDuring(() => site.clock.run(run.done()));
          expect(run.stats()).toMatchObject({ pages: 40, errors: {}, notFetched: {} });
          for (const { at, detail } of opened(events)) {
            const { retryAt } = detail;
            const asked = site.visits.filter(
              (visit) =>
                visit.url.includes("a.test") && visit.at > at && visit.at < Number(retryAt),
            );
            expect(asked).toEqual([]);
          }
          expect(site.clock.pending).toBe(0);
        },
      ),
      { numRuns: 40 },
    ));
});

interface Crawled {
  readonly stats: CrawlStats;
  readonly events: readonly LayerEvent[];
  /** When a host was asked. */
  readonly visits: (host: string) => readonly number[];
}

/** Crawls three hosts of twenty pages through the stack of HTTP, the first of which is down for a while. */
async function crawled({
  layer,
  down: times,
  retries = 9,
}: {
  readonly layer?: HttpLayer;
  readonly down: readonly [number, number];
  readonly retries?: number;
}): Promise<Crawled> {
  const site = down(times, 10);
  const { clock } = site;
  const tiers = httpStack({ retry: false, redirect: false, classify: false, robots: false });
  const stack = layer ? tiers.before("perDomainRateLimit", layer) : tiers;
  const service = stack.service(site.stack, { clock, random: () => 0.5 });
  const start = ["a.test", "b.test", "c.test"].flatMap(urls);
  const run = crawl({ service, start, parse: nothing, retries, scope: "all" });
  const events = await eventsDuring(() => clock.run(run.done()));
  const visits = (host: string): readonly number[] =>
    site.visits.filter(({ url }) => new URL(url).host === host).map(({ at }) => at);
  return { stats: run.stats(), events, visits };
}

function breaker(): HttpLayer {
  return circuitBreaker(httpCircuitBreaker({ trip: consecutiveFailures(3) }));
}

/** A web of which `a.test` takes no connections for a while. */
function down(
  [from, to]: readonly [number, number],
  latencyMs: number,
  layer?: HttpLayer,
): FakeSite {
  const site = fakeSite(
    (url, _, request) => {
      const now = site.clock.now() - latencyMs;
      const isDown = url.includes("a.test") && now >= from && now < to;
      return isDown ? new HttpError("connect", "refused", { request }) : [];
    },
    { latencyMs, ...(layer && { layer }) },
  );
  return site;
}

function opened(events: readonly LayerEvent[]): readonly LayerEvent[] {
  return events.filter(({ event }) => event === "opened");
}

function urls(host: string): readonly string[] {
  return Array.from({ length: 20 }, (_, n) => `http://${host}/${n}`);
}

function nothing(): readonly never[] {
  return [];
}
