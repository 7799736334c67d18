import { describe, expect, it } from "vitest";

import { crawl } from "../../../src/engine/crawl.ts";
import { MemoryFrontier } from "../../../src/engine/frontier/memory-frontier.ts";
import { CrawlMeter } from "../../../src/engine/telemetry/crawl-meter.ts";
import { HttpResponse } from "../../../src/http/message.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { heapUsed } from "../../html/support/heap.ts";
import { Telemetry } from "../../support/telemetry.ts";

const home = "http://shop.test/";

describe("figures of crawls", () => {
  it("are told while crawls run, all together, and counts go on when they have ended", async () => {
    const telemetry = new Telemetry();
    const first = under(telemetry);
    const second = under(telemetry);
    for (const { run } of [first, second]) void run.done();
    for (const { clock } of [first, second]) await clock.settle();
    expect(await figures(telemetry)).toMatchObject({
      "pagoda.crawl.queued_requests": { value: 2, unit: "{request}", isCounter: false },
      "pagoda.crawl.held_hosts": { value: 2, unit: "{host}", isCounter: false },
    });
    for (const { clock } of [first, second]) {
      clock.advance(10); // until robots.txt is there
      await clock.settle();
    }
    expect(await figures(telemetry)).toMatchObject({
      "pagoda.crawl.active_requests": { value: 2, unit: "{request}", isCounter: false },
      "pagoda.crawl.seen_requests": { value: 2, unit: "{request}", isCounter: false },
      "pagoda.crawl.held_hosts": { value: 0, unit: "{host}", isCounter: false },
      "pagoda.crawl.pages": { value: 0, unit: "{page}", isCounter: true },
    });
    await first.clock.run(first.run.done());
    const between = await figures(telemetry);
    expect(between["pagoda.crawl.pages"]?.value).toBe(2);
    expect(between["pagoda.crawl.active_requests"]?.value).toBe(1);
    await second.clock.run(second.run.done());
    const stats = first.run.stats();
    expect(await figures(telemetry)).toMatchObject({
      "pagoda.crawl.queued_requests": { value: 0 },
      "pagoda.crawl.active_requests": { value: 0 },
      "pagoda.crawl.seen_requests": { value: 0 },
      "pagoda.crawl.pages": { value: 4 },
      "pagoda.crawl.items": { value: 4, unit: "{item}" },
      "pagoda.crawl.requests": { value: 2 * stats.requests, unit: "{request}" },
      "pagoda.crawl.io": { value: 2 * stats.bytes, unit: "By" },
      "pagoda.crawl.retries": { value: 2, unit: "{retry}" },
      "pagoda.crawl.refusals": { value: 2 * stats.refusals, unit: "{refusal}" },
      'pagoda.crawl.unfetched_urls {"pagoda.crawl.reason":"robots"}': { value: 2, unit: "{url}" },
      'pagoda.crawl.errors {"error.type":"gone"}': { value: 2, unit: "{error}" },
      'pagoda.crawl.cache_hits {"pagoda.cache.result":"fresh"}': {
        value: 0,
        unit: "{response}",
        isCounter: true,
      },
    });
  });

  it("tell hits of a cache, and what was asked for anew", async () => {
    const telemetry = new Telemetry();
    const store = new MemoryCache();
    const first = under(telemetry, store);
    await first.whole();
    await under(telemetry, store, first.clock).whole();
    const hits = (await figures(telemetry))[
      'pagoda.crawl.cache_hits {"pagoda.cache.result":"fresh"}'
    ];
    expect(hits?.value).toBe(2);
  });

  it("go on to count what a crawl had counted that is garbage, and name nothing that is not there", async () => {
    const telemetry = new Telemetry();
    const stats = under(telemetry).run.stats();
    const meter = CrawlMeter.of(telemetry.meterProvider.getMeter("test"));
    const state = { ...stats, heldHosts: undefined, pages: 7, pending: 3, errors: { gone: 2 } };
    for (let n = 0; n < 2; n++) meter.begin({ state: () => ({ ...state }) });
    const before = await figures(telemetry);
    await heapUsed(); // which collects garbage
    meter.begin({ state: () => ({ ...state, pages: 1 }) });
    await heapUsed(); // nobody asked of this one
    const after = await figures(telemetry);
    expect(after).toMatchObject({
      "pagoda.crawl.pages": { value: 14 },
      "pagoda.crawl.queued_requests": { value: 0 },
      'pagoda.crawl.errors {"error.type":"gone"}': { value: 4 },
    });
    expect(before["pagoda.crawl.queued_requests"]?.value).toBe(6);
    expect(Object.keys(after)).toEqual(Object.keys(before));
  });

  it("are nothing of a crawl that never began, nor of one that is not to be told", async () => {
    const telemetry = new Telemetry();
    under(telemetry);
    expect(await telemetry.sums()).toEqual([]);
  });
});

/** A crawl of two pages, one of which fails at first, one that robots may not fetch and one that is gone. */
function under(
  { meterProvider, tracerProvider }: Telemetry,
  store?: MemoryCache,
  clock = new VirtualClock({ wallMs: 1_700_000_000_000 }),
): {
  readonly clock: VirtualClock;
  readonly run: ReturnType<typeof crawl>;
  readonly whole: () => Promise<unknown>;
} {
  let failures = 1;
  const tracing = { meterProvider, tracerProvider };
  const service = httpStack({
    redirect: false,
    retry: false,
    limiter: false,
    tracing,
    ...(store && { cache: { store, mode: "crawl" } }),
  }).service(
    async ({ url }, context) => {
      await context.sleep(10);
      const { pathname } = new URL(url);
      if (pathname === "/robots.txt") {
        return new HttpResponse({ url, status: 200, body: "User-agent: *\nDisallow: /private" });
      }
      if (pathname === "/a" && failures-- > 0) return new HttpResponse({ url, status: 503 });
      if (pathname === "/gone") return new HttpResponse({ url, status: 410 });
      const headers = { "content-type": "text/html" };
      const body = '<a href="/a"></a><a href="/private"></a><a href="/gone"></a>';
      return new HttpResponse({ url, status: 200, headers, body });
    },
    { clock },
  );
  const frontier = new MemoryFrontier();
  const run = crawl<unknown>({
    start: home,
    service,
    frontier,
    telemetry: tracing,
    *parse(page) {
      yield page.url;
      yield* page.follow("a[href]");
    },
  });
  return { clock, run, whole: () => clock.run(run.done()) };
}

async function figures(
  telemetry: Telemetry,
): Promise<Readonly<Record<string, { readonly value: number }>>> {
  const sums = await telemetry.sums();
  return Object.fromEntries(
    sums.map((sum) => {
      const isPlain = Object.keys(sum.attributes).length === 0;
      return [isPlain ? sum.name : `${sum.name} ${JSON.stringify(sum.attributes)}`, sum];
    }),
  );
}
