import { describe, expect, it } from "vitest";

import { crawl } from "../../../src/engine/crawl.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import {
  simulateNetwork,
  type SimulatedNetwork,
} from "../../../src/testing/network/simulate-network.ts";
import type { SimulatedHost } from "../../../src/testing/network/simulated-host.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

const HOSTS = Array.from({ length: 20 }, (_, n) => `shop-${n}.test`);
const DELAY_MS = 200;

const trouble: SimulatedHost = {
  pages: 50,
  latencyMs: [20, 400],
  failureRate: 0.04,
  resetRate: 0.02,
  truncationRate: 0.02,
  connectFailureRate: 0.02,
  maxPerSecond: 4,
  robots: "User-agent: *\nDisallow: /private",
};

describe("a crawl of a simulated network", () => {
  it("fetches each of 1,000 pages of 20 hosts once, through failures, politely, in virtual time", async () => {
    const { network, pages, stopReason, clock } = await crawled(1, HOSTS);
    expect(stopReason).toBe("finished");
    expect(pages.toSorted()).toEqual(allPages().toSorted());

    const codes = new Set(network.requests.map(({ status, error }) => error ?? status));
    const failures = ["connect", "connection_reset", "truncated_body"];
    expect(codes).toEqual(new Set([200, 429, 500, 503, ...failures]));
    for (const host of HOSTS) {
      const starts = network.requests.filter(({ url }) => new URL(url).host === host);
      const gaps = starts.slice(1).map(({ at }, n) => at - (starts[n]?.at ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(DELAY_MS);
    }
    expect(clock.now()).toBeGreaterThan(50 * DELAY_MS);
    expect(clock.pending).toBe(0);
  });

  it("is the same to the byte by the same seed, and another by another", async () => {
    const [one, again, other] = [await crawled(7), await crawled(7), await crawled(8)];
    expect(JSON.stringify(again.network.requests)).toBe(JSON.stringify(one.network.requests));
    expect(JSON.stringify(other.network.requests)).not.toBe(JSON.stringify(one.network.requests));
  });
});

interface Crawled {
  readonly network: SimulatedNetwork;
  readonly clock: VirtualClock;
  readonly pages: readonly string[];
  readonly stopReason: string | undefined;
}

async function crawled(seed: number, names = HOSTS.slice(0, 3)): Promise<Crawled> {
  const hosts = Object.fromEntries(names.map((host) => [host, trouble]));
  const network = simulateNetwork({ seed, hosts });
  const clock = new VirtualClock();
  const service = httpStack({ delayMs: DELAY_MS, redirect: false, retry: false }).service(network, {
    clock,
    random: () => 0.5,
  });
  const pages: string[] = [];
  const run = crawl({
    service,
    start: names.map((host) => `http://${host}/`),
    concurrency: 64,
    retries: 12,
    parse(page) {
      pages.push(page.url);
      return page.follow("a[href]");
    },
  });
  const { stopReason } = await clock.run(run.done());
  await service[Symbol.asyncDispose]();
  return { network, clock, pages, stopReason };
}

function allPages(): readonly string[] {
  return HOSTS.flatMap((host) =>
    Array.from({ length: 50 }, (_, n) => `http://${host}/${n === 0 ? "" : n}`),
  );
}
