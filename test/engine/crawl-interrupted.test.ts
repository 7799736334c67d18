import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { type Answer, fakeSite } from "../support/fake-site.ts";
import { everything, sleep } from "./support/crawls.ts";

/** How a crawl is cut short, and when. */
const endings = fc.record({
  how: fc.constantFrom(
    "stop",
    "stop at once",
    "signal",
    "time",
    "errors",
    "bytes",
    "fail",
    "break",
  ),
  atMs: fc.integer({ min: 0, max: 400 }),
  sinkMs: fc.constantFrom(0, 0, 7),
  parseMs: fc.constantFrom(0, 0, 30),
  concurrency: fc.integer({ min: 1, max: 5 }),
  maxPending: fc.integer({ min: 1, max: 5 }),
  isLazy: fc.boolean(),
});

type Ending = typeof endings extends fc.Arbitrary<infer Ending> ? Ending : never;

describe("a crawl that is cut short, however and whenever", () => {
  it("ends, and leaves no call, no lease, no timer and no request without an end", () =>
    fc.assert(
      fc.asyncProperty(endings, async (ending) => {
        const { site, run, putOut, closed } = await play(ending);
        const stats = run.stats();
        expect(stats.inFlight).toBe(0);
        expect(stats.stopReason).toBeDefined();
        expect(site.inFlight.now).toBe(0);
        expect(site.clock.pending).toBe(0);
        expect(closed()).toBe(1);
        const ends = stats.pages + Object.values(stats.notFetched).reduce((a, b) => a + b, 0);
        // A page whose parse was cut short was counted, and waits to be fetched again.
        expect(ends).toBeGreaterThanOrEqual(putOut());
        expect(ends).toBeLessThanOrEqual(putOut() + ending.concurrency + ending.maxPending);
      }),
      { numRuns: 300 },
    ));
});

async function play(ending: Ending): Promise<{
  readonly site: ReturnType<typeof fakeSite>;
  readonly run: ReturnType<typeof crawl<string>>;
  readonly putOut: () => number;
  readonly closed: () => number;
}> {
  const { how, atMs, sinkMs, parseMs, concurrency, maxPending, isLazy } = ending;
  const site = fakeSite(answer, { latencyMs: (url) => 10 * (url.length % 3) });
  const controller = new AbortController();
  let putOut = 3;
  let closed = 0;
  const urls = ["http://a.test/1", "http://b.test/2", "http://b.test/3"];
  const start = isLazy ? new Set(urls) : urls;
  if (isLazy) putOut = 0;
  const run = crawl<string>({
    ...everything(site),
    start: isLazy ? counted(start, () => putOut++) : start,
    concurrency,
    maxPending,
    signal: controller.signal,
    ...budgets(how, atMs),
    async *parse(page) {
      if (parseMs > 0) await sleep(site, parseMs);
      yield page.url;
      for (const link of page.follow("a[href]")) {
        putOut++;
        yield link;
      }
    },
    sinks: [
      {
        write: async () => {
          if (sinkMs > 0) await sleep(site, sinkMs);
          if (how === "fail" && site.clock.now() > atMs) throw new Error("disk");
        },
        close: () => void closed++,
      },
    ],
  });
  if (how === "break") await site.clock.run(takeUntil(run, () => site.clock.now() >= atMs));
  else {
    const done = run.done().catch(() => {});
    await site.clock.run(sleep(site, atMs));
    if (how === "stop") void run.stop({ graceMs: 20 });
    if (how === "stop at once") void run.stop({ graceMs: 0 });
    if (how === "signal") controller.abort("enough");
    await site.clock.run(done);
  }
  return { site, run, putOut: () => putOut, closed: () => closed };
}

function budgets(how: Ending["how"], n: number): Partial<CrawlOptions<string>> {
  if (how === "time") return { maxTimeMs: n, graceMs: 15 };
  if (how === "errors") return { maxErrors: 1 + (n % 5) };
  return how === "bytes" ? { maxBytes: 1 + n * 10 } : {};
}

/** Pages without end, of which some fail. */
function answer(url: string, visit: number): Answer | undefined {
  if (url.length % 5 === 0) return undefined;
  if (url.length % 7 === 0 && visit === 1) return { status: 503 };
  return url.length > 40 ? [] : [`${url}1`, `${url}2`, "/1", "http://b.test/2"];
}

async function takeUntil(run: AsyncIterable<string>, isOver: () => boolean): Promise<void> {
  for await (const _ of run) if (isOver()) break;
}

function* counted(urls: Iterable<string>, count: () => void): Generator<string, void> {
  for (const url of urls) {
    count();
    yield url;
  }
}
