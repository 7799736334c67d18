import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { crawl } from "../../../src/engine/crawl.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";
import type { CrawlOptions } from "../../../src/engine/plan/crawl-options.ts";
import { HttpHeaders } from "../../../src/http/headers.ts";
import type { HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { atRandom } from "../../../src/layers/user-agent-rotation.ts";
import { service } from "../../../src/service/service.ts";
import { simulateNetwork } from "../../../src/testing/network/simulate-network.ts";
import type { SimulatedHost } from "../../../src/testing/network/simulated-host.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { untyped } from "../../support/untyped.ts";

const hosts: Readonly<Record<string, SimulatedHost>> = {
  "a.test": {
    pages: 60,
    linksPerPage: 12,
    failureRate: 0.1,
    robots: "User-agent: *\nDisallow: /7",
  },
  "b.test": { pages: 40, linksPerPage: 30, resetRate: 0.1, truncationRate: 0.05 },
  "c.test": {
    pages: ({ url }) => ({
      status: 302,
      headers: { location: `http://a.test${new URL(url).pathname}?c` },
    }),
  },
};
const start = [
  "http://a.test/",
  "http://b.test/",
  "http://c.test/1",
  "http://c.test/2",
  "http://d.test/",
];

describe("a deterministic crawl", () => {
  it("puts out the same, byte for byte, however long each answer takes", async () => {
    const runs = await Promise.all(
      Array.from({ length: 10 }, () => outputOf({ deterministic: true })),
    );
    expect(new Set(runs).size).toBe(1);
    expect(runs[0]?.split("\n").length).toBeGreaterThan(90);
  });

  it("would not without being told to", async () => {
    const runs = await Promise.all(Array.from({ length: 4 }, () => outputOf({})));
    expect(new Set(runs).size).toBeGreaterThan(1);
  });

  it("is so whatever else is asked of it", async () => {
    const options = fc.record(
      {
        seed: fc.integer(),
        concurrency: fc.integer({ min: 1, max: 20 }),
        perHost: fc.integer({ min: 1, max: 8 }),
        maxPages: fc.integer({ min: 1, max: 90 }),
        maxPending: fc.integer({ min: 1, max: 30 }),
        maxErrors: fc.integer({ min: 1, max: 10 }),
        maxBytes: fc.integer({ min: 1, max: 50_000 }),
        maxPagesPerHost: fc.integer({ min: 1, max: 50 }),
        maxHostFailures: fc.integer({ min: 1, max: 5 }),
        overflow: fc.constantFrom("wait" as const, "reject" as const),
        order: fc.constantFrom("breadth-first" as const, "depth-first" as const),
        retries: fc.integer({ min: 0, max: 2 }),
        isStream: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(options, async ({ isStream = false, ...options }) => {
        const told = { deterministic: true, ...options, ...(isStream && { start: slowly(start) }) };
        const again = isStream ? { ...told, start: slowly(start) } : told;
        expect(await outputOf(again)).toBe(await outputOf(told));
      }),
      { numRuns: 40 },
    );
  });

  it("fetches the same pages in another order for another seed, within a depth", async () => {
    const [one, same, other] = await Promise.all([1, 1, 2].map((seed) => outputOf({ seed })));
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    expect(urlsOf(one)).not.toEqual(urlsOf(other));
    expect(urlsOf(one).toSorted()).toEqual(urlsOf(other).toSorted());
    const depths = itemsOf(one).map(({ depth }) => depth);
    const atOnce = 16;
    for (const [at, depth] of depths.entries()) {
      expect(Math.max(...depths.slice(0, Math.max(0, at - atOnce)), 0)).toBeLessThanOrEqual(
        depth + 1,
      );
    }
  });

  it("gives a request the same agent for the same seed, whatever else is under way", async () => {
    expect(await agents(3)).toBe(await agents(3));
    expect(await agents(3)).toContain("one/1");
    expect(await agents(3)).toContain("two/2");
    expect(await agents(3)).not.toBe(await agents(4));
  });

  it("loses nothing", async () => {
    const found = itemsOf(await outputOf({ deterministic: true, retries: 20 }));
    expect(new Set(found.map(({ url }) => url)).size).toBe(found.length);
    expect(found.filter(({ url }) => url.startsWith("http://b.test/"))).toHaveLength(40);
  });

  it("waits for the time of day of a request, and takes those of others meanwhile", async () => {
    const clock = new VirtualClock();
    const network = simulateNetwork({ hosts: { "a.test": { pages: 3 } } });
    const seen: [string, number][] = [];
    const run = crawl({
      service: httpStack({ robots: false, retry: false, redirect: false, delayMs: 0 }).service(
        network,
        {
          clock,
        },
      ),
      deterministic: true,
      start: [request("http://a.test/", { notBefore: clock.wallMs() + 5000 }), "http://a.test/1"],
      parse: ({ url }) => void seen.push([url, clock.now()]),
    });
    await clock.run(run.done());
    expect(network.requests.map(({ at, url }) => [url, at])).toEqual([
      ["http://a.test/1", 0],
      ["http://a.test/", 5000],
    ]);
    expect(seen).toEqual([
      ["http://a.test/", 5000],
      ["http://a.test/1", 5000],
    ]);
  });

  it("stops when told to, and leaves nothing behind", async () => {
    const clock = new VirtualClock();
    const { run } = crawlOf({ deterministic: true }, clock);
    const done = run.done();
    clock.advance(400);
    await clock.run(run.stop({ graceMs: 50 }));
    expect(await done).toMatchObject({
      stopReason: "stopped",
      inFlight: 0,
      pending: expect.any(Number),
    });
    expect(clock.pending).toBe(0);
  });

  it.each([
    [{ seed: 0.5 }, 'Expected "seed" to be a whole number: got 0.5'],
    [{ deterministic: 1 }, 'Expected "deterministic" to be true or false: got 1'],
    [
      { seed: 1, deterministic: false },
      'Expected "deterministic" to be true with "seed": got false',
    ],
  ])("refuses %o", (options, message) => {
    expect(() => crawl(untyped({ start, parse: () => [], ...options }))).toThrow(message);
  });
});

interface Item {
  readonly url: string;
  readonly depth: number;
  readonly attempts: number;
  readonly agent: string;
}

/** The items of a crawl whose answers take times of their own in each run, as JSON Lines. */
async function outputOf(options: Partial<CrawlOptions<Item>>): Promise<string> {
  const clock = new VirtualClock();
  const { run, items } = crawlOf(options, clock);
  await clock.run(run.done());
  return items.map((item) => JSON.stringify(item)).join("\n");
}

function crawlOf(
  options: Partial<CrawlOptions<Item>>,
  clock: VirtualClock,
): { readonly run: ReturnType<typeof crawl<Item>>; readonly items: readonly Item[] } {
  const network = simulateNetwork({ seed: 5, hosts });
  const late = service<HttpRequest, HttpResponse>(async (asked, context) => {
    await context.sleep(Math.random() * 1000);
    const response = await network.call(asked, context);
    const agent = HttpHeaders.from(asked.headers).get("user-agent") ?? "";
    return response.with({ headers: [...response.headers, ["agent", agent]] });
  });
  const stack = httpStack({
    cookies: true,
    redirect: false,
    retry: false,
    delayMs: 50,
    userAgent: atRandom(["one/1", "two/2"]),
    robots: { agent: "pagoda" },
  }).service(late, { clock });
  const items: Item[] = [];
  const run = crawl<Item>({
    start,
    service: stack,
    scope: "all",
    sinks: [{ write: (item) => void items.push(item) }],
    async *parse(page) {
      const { attempts, depth } = page.request;
      await Promise.resolve();
      yield { url: page.url, depth, attempts, agent: page.headers.get("agent") ?? "" };
      yield* page.follow("a[href]");
    },
    ...options,
  });
  return { run, items };
}

async function* slowly(urls: readonly string[]): AsyncGenerator<string, void> {
  for (const url of urls) {
    for (let waits = Math.random() * 20; waits > 0; waits--) await Promise.resolve();
    yield url;
  }
}

async function agents(seed: number): Promise<string> {
  return JSON.stringify(itemsOf(await outputOf({ seed })).map(({ agent }) => agent));
}

function itemsOf(output: string | undefined): readonly Item[] {
  return (output ?? "").split("\n").map((line): Item => JSON.parse(line));
}

function urlsOf(output: string | undefined): readonly string[] {
  return itemsOf(output).map(({ url }) => url);
}
