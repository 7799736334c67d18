import { beforeAll, describe, expect, it } from "vitest";

import type { CrawlStats } from "../../src/engine/crawl-stats.ts";
import { crawl } from "../../src/engine/crawl.ts";
import { domainKey } from "../../src/http/url/domain-key.ts";
import { httpStack } from "../../src/layers/http-stack/http-stack.ts";
import {
  type SimulatedNetwork,
  simulateNetwork,
} from "../../src/testing/network/simulate-network.ts";
import type { SimulatedHost } from "../../src/testing/network/simulated-host.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

const HOSTS = 10_000;
const PAGES = 3;
const DELAY_MS = 200;

describe("a crawl of ten thousand hosts that fail now and then", { timeout: 300_000 }, () => {
  let seen: Seen;
  beforeAll(async () => {
    seen = await crawlAll();
  }, 300_000);

  it("loses no URL", () => {
    expect(seen.stats.pages).toBe(HOSTS * PAGES);
    expect(Object.keys(seen.stats.notFetched)).toEqual(["duplicate"]);
  });

  it("parses none twice", () => {
    expect(new Set(seen.parsed).size).toBe(seen.parsed.length);
    expect(seen.parsed).toHaveLength(seen.stats.pages);
  });

  it("asks no host too soon, as the hosts see it", () => {
    const starts = new Map<string, number>();
    for (const { at, url } of seen.network.requests) {
      const host = domainKey(url);
      expect(at - (starts.get(host) ?? -Infinity)).toBeGreaterThanOrEqual(DELAY_MS);
      starts.set(host, at);
    }
    expect(starts.size).toBe(HOSTS);
  });

  it("ends as soon as the slowest hosts do, with nothing left", () => {
    const { clock, stats } = seen;
    expect(stats).toMatchObject({ pending: 0, inFlight: 0, stopReason: "finished", hosts: HOSTS });
    expect(clock.pending).toBe(0);
  });
});

interface Seen {
  readonly clock: VirtualClock;
  readonly network: SimulatedNetwork;
  readonly stats: CrawlStats;
  /** URLs as `parse` saw them, in order. */
  readonly parsed: readonly string[];
}

async function crawlAll(): Promise<Seen> {
  const clock = new VirtualClock();
  const network = simulateNetwork({ seed: 11, hosts: hosts() });
  const service = httpStack({
    robots: false,
    redirect: false,
    retry: false,
    delayMs: DELAY_MS,
  }).service(network, { clock });
  const parsed: string[] = [];
  const run = crawl({
    service,
    start: Object.keys(hosts()).map((host) => `http://${host}/`),
    concurrency: 500,
    retries: 20,
    parse(page) {
      parsed.push(page.url);
      return page.follow("a[href]");
    },
  });
  const stats = await clock.run(run.done());
  return { clock, network, stats, parsed };
}

function hosts(): Readonly<Record<string, SimulatedHost>> {
  const kinds: readonly SimulatedHost[] = [
    { latencyMs: [20, 200] },
    { latencyMs: [20, 2000], failureRate: 0.1 },
    { latencyMs: 50, resetRate: 0.1, truncationRate: 0.05 },
    { latencyMs: [100, 300], connectFailureRate: 0.1, down: [[1000, 2000]] },
    { latencyMs: 30, maxPerSecond: 2 },
  ];
  return Object.fromEntries(
    Array.from({ length: HOSTS }, (_, n) => [
      `h${n}.test`,
      { pages: PAGES, linksPerPage: PAGES, ...kinds[n % kinds.length] },
    ]),
  );
}
