import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { httpStack } from "../../src/layers/http-stack/http-stack.ts";
import {
  type SimulatedRequest,
  simulateNetwork,
} from "../../src/testing/network/simulate-network.ts";
import type { SimulatedHost } from "../../src/testing/network/simulated-host.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

type Options = Pick<CrawlOptions<never>, "concurrency" | "perHost"> & { readonly delayMs: number };

describe("a crawl of many hosts", () => {
  const fast: SimulatedHost = { pages: 20, latencyMs: 20 };
  const slow: SimulatedHost = { pages: 200, latencyMs: 2000 };

  it.each([
    [{ concurrency: 50, delayMs: 0 }],
    [{ concurrency: 50, delayMs: 200 }],
    [{ concurrency: 100, delayMs: 0, perHost: 1 }],
  ])(
    "lets 200 fast hosts keep their rate beside a slow one: $concurrency at once, $delayMs ms apart",
    async (options) => {
      const hosts = many(200, "fast", fast);
      const alone = await crawled(hosts, options);
      const beside = await crawled({ "slow.test": slow, ...hosts }, options);
      const fastOnes = beside.filter(({ url }) => url.includes("fast"));
      expect(fastOnes).toHaveLength(alone.length);
      expect(rate(fastOnes)).toBeGreaterThanOrEqual(0.95 * rate(alone));
    },
  );

  it("lets them keep it though there are but 16 workers, once the slow one has had its share", async () => {
    const hosts = many(200, "fast", { pages: 60, linksPerPage: 5, latencyMs: [10, 50] });
    const options = { concurrency: 16, delayMs: 0 };
    const alone = await crawled(hosts, options);
    const beside = await crawled({ "slow.test": slow, ...hosts }, options);
    const fastOnes = beside.filter(({ url }) => url.includes("fast"));
    expect(fastOnes).toHaveLength(alone.length);
    expect(rate(fastOnes)).toBeGreaterThanOrEqual(0.95 * rate(alone));
  });

  it("gives the slow host its share of the workers all the while", async () => {
    const hosts = { "slow.test": slow, ...many(20, "fast", { pages: 200, latencyMs: 50 }) };
    const requests = await crawled(hosts, { concurrency: 16, delayMs: 0 });
    const end = requests.findLast(({ url }) => url.includes("fast"))?.at ?? 0;
    const starts = requests.filter(({ at, url }) => at < end - 1000 && url.includes("slow"));
    const share = (starts.length * 2000) / (end * 16);
    expect(share * 21).toBeGreaterThan(0.5);
    expect(share * 21).toBeLessThan(1.5);
  });

  it("runs at 10,000 pages a second of 10,000 hosts that allow one page a second each", async () => {
    const hosts = many(10_000, "h", { pages: 2, latencyMs: 5 });
    const requests = await crawled(hosts, { concurrency: 10_000, delayMs: 1000 });
    const seconds = requests.map(({ at }) => Math.floor(at / 1000));
    const counts = [0, 1].map((second) => seconds.filter((at) => at === second).length);
    expect([requests.length, counts]).toEqual([20_000, [10_000, 10_000]]);
  });
});

function many(count: number, name: string, host: SimulatedHost): Record<string, SimulatedHost> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}.test`, host]));
}

/** What a crawl from the first page of each host asks the network for, in virtual time. */
async function crawled(
  hosts: Readonly<Record<string, SimulatedHost>>,
  { delayMs, ...options }: Options,
): Promise<readonly SimulatedRequest[]> {
  const network = simulateNetwork({ seed: 1, hosts });
  const clock = new VirtualClock();
  const stack = httpStack({ delayMs, redirect: false, retry: false, robots: false });
  const run = crawl<never>({
    service: stack.service(network, { clock, random: () => 0.5 }),
    start: Object.keys(hosts).map((host) => `http://${host}/`),
    maxPending: 1_000_000,
    ...options,
    parse: (page) => page.follow("a[href]"),
  });
  await clock.run(run.done());
  return network.requests;
}

/** Requests a second, from first to last. */
function rate(requests: readonly SimulatedRequest[]): number {
  const [first, last] = [requests[0]?.at ?? 0, requests.at(-1)?.at ?? 0];
  return (requests.length - 1) / (last - first);
}
