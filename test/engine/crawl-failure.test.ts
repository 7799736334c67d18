import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { Frontier } from "../../src/engine/frontier/frontier.ts";
import { MemoryFrontier } from "../../src/engine/frontier/memory-frontier.ts";
import { ItemError } from "../../src/engine/items/sink.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { fakeSite, type FakeSite } from "../support/fake-site.ts";
import { uncaughtDuring } from "../support/uncaught.ts";
import { everything } from "./support/crawls.ts";

describe("a crawl whose frontier fails", () => {
  const methods = ["add", "take", "settle", "fetched", "hold", "whenReady", "pending"] as const;
  const ways = methods.flatMap((method) =>
    [1, 3].flatMap((call) =>
      (["throws", "rejects"] as const).map((way) => [method, way, call] as const),
    ),
  );

  it.each(ways)(
    "in %s, which %s at call %i, fails with that error, and nothing hangs",
    async (method, way, call) => {
      const site = fakeSite(
        (url, visit) =>
          visit === 1 && url.endsWith("1") ? { status: 503 } : [`${url}1`, `${url}2`, "/0"],
        { latencyMs: 50 },
      );
      const frontier = failing(method, way, call);
      const log: string[] = [];
      const sink = { write: () => {}, close: () => void log.push("close") };
      const run = crawl({
        ...everything(site),
        start: "http://a.test/0",
        frontier,
        sinks: [sink],
        maxDepth: 3,
      });
      const uncaught = await uncaughtDuring(async () => {
        const outcome = await site.clock.run(run.done().catch((error: unknown) => error));
        const isFailure = outcome instanceof Error && outcome.message === `no ${method}`;
        expect(isFailure || frontier.calls() < call).toBe(true);
      });
      expect(uncaught).toEqual([]);
      expect(log).toEqual(["close"]);
      expect(site.clock.pending).toBe(0);
      expect(run.stats().inFlight).toBe(0);
    },
  );
});

describe("a crawl whose frontier is asynchronous", () => {
  it("fetches what a synchronous one does", async () => {
    const [one, two] = [fakeSite(tree, { latencyMs: 5 }), fakeSite(tree, { latencyMs: 5 })];
    const start = "http://a.test/0";
    await one.clock.run(crawl({ ...everything(one), start }).done());
    const frontier = asynchronous(new MemoryFrontier({ maxPending: 3 }));
    const stats = await two.clock.run(crawl({ ...everything(two), start, frontier }).done());
    expect(two.urls().toSorted()).toEqual(one.urls().toSorted());
    expect(stats).toMatchObject({ stopReason: "finished", pending: 0 });
  });

  it("gives back what it is given after it has stopped", async () => {
    const site = fakeSite(() => []);
    const frontier = asynchronous(new MemoryFrontier());
    const run = crawl({
      ...everything(site),
      start: ["http://a.test/1", "http://a.test/2"],
      frontier,
      concurrency: 1,
    });
    const done = run.done();
    while (frontier.stats().leased === 0) await Promise.resolve();
    await run.stop();
    expect(await done).toMatchObject({ requests: 0, pending: 0, notFetched: { stopped: 2 } });
    expect(frontier.stats().leased).toBe(0);
  });
});

describe("a crawl whose frontier is used again", () => {
  it("goes on where another was cut short", async () => {
    const site = fakeSite((url) => (url.length < 18 ? [`${url}1`, `${url}2`] : []), {
      latencyMs: 100,
    });
    const frontier = new MemoryFrontier();
    const options = { ...everything(site), frontier, concurrency: 2 };
    const first = crawl({ ...options, start: "http://a.test/0" });
    const done = first.done();
    site.clock.timer(() => void first.stop({ graceMs: 0 }), 350);
    const { pages } = await site.clock.run(done);
    const second = await site.clock.run(crawl({ ...options, start: [] }).done());
    expect(pages + second.pages).toBe(15);
    expect(frontier.stats()).toMatchObject({ pending: 0, leased: 0 });
  });
});

describe("a crawl that fails with undefined", () => {
  const pages = { write: () => {} };
  it.each<[string, Partial<CrawlOptions<unknown>> & { readonly open?: () => Promise<void> }]>([
    ["a sink in write", { sinks: [{ write: nothing }] }],
    ["a sink in open", { sinks: [{ ...pages, open: nothing }] }],
    ["a sink in close", { sinks: [{ ...pages, close: nothing }] }],
    ["open", { open: nothing }],
    ["parse, and is to fail fast", { parse: nothing, failFast: true }],
    ["the frontier in settle", { frontier: failingWithNothing("settle") }],
    ["the frontier in take", { frontier: failingWithNothing("take") }],
  ])("fails, of %s", async (_, options) => {
    const site = fakeSite(() => ["/1"]);
    const run = crawl({ ...everything(site), start: "http://a.test/0", ...options });
    const outcome = await site.clock.run(
      run.done().then(
        () => "no failure",
        (error: unknown) => error,
      ),
    );
    expect(outcome).toBeUndefined();
    expect(run.stats()).toMatchObject({ stopReason: "failed", inFlight: 0 });
  });
});

describe("a crawl whose start URLs fail", () => {
  it.each([
    [
      "cannot be had",
      (): never => {
        throw new Error("no start");
      },
      "no start",
    ],
    ["is no URL", () => "/1", 'Expected "start" to be an absolute http or https URL: got "/1"'],
  ])("fails where one %s, after it has ended what is under way", async (_, bad, message) => {
    const site = fakeSite(() => [], { latencyMs: 10 });
    async function* start(): AsyncGenerator<string, void> {
      yield "http://a.test/0";
      await Promise.resolve();
      yield bad();
    }
    const run = crawl({ ...everything(site), start: start() });
    await expect(site.clock.run(run.done())).rejects.toThrow(message);
    expect(run.stats()).toMatchObject({ stopReason: "failed", inFlight: 0 });
    expect(site.clock.pending).toBe(0);
  });
});

describe("a crawl whose sink fails", () => {
  const url = "http://a.test/0";
  it("in open fetches nothing, and closes those that are open", async () => {
    const log: string[] = [];
    const good = {
      open: () => void log.push("open"),
      write: () => {},
      close: () => void log.push("close"),
    };
    const bad = { open: broken, write: () => {}, close: () => void log.push("bad closed") };
    const { run, site } = crawlInto([good, bad, good]);
    await expect(site.clock.run(run.done())).rejects.toThrow("broken");
    expect([log, site.visits]).toEqual([["open", "close"], []]);
    expect(run.stats().stopReason).toBe("failed");
  });

  it("in write fails, writes no more, and closes all", async () => {
    const log: string[] = [];
    const good = {
      write: (item: string) => void log.push(item),
      close: () => void log.push("close"),
    };
    const { run, site } = crawlInto([
      { write: broken, close: () => void log.push("closed") },
      good,
    ]);
    await expect(site.clock.run(run.done())).rejects.toThrow("broken");
    expect(log).toEqual(["closed", "close"]);
  });

  it("in close fails, and closes the others", async () => {
    const log: string[] = [];
    const { run, site } = crawlInto([
      { write: () => {}, close: broken },
      { write: () => {}, close: () => void log.push("close") },
    ]);
    await expect(site.clock.run(run.done())).rejects.toThrow("broken");
    expect(log).toEqual(["close"]);
  });

  it("for one item counts that and goes on", async () => {
    const written: string[] = [];
    const picky = {
      write: async (item: string): Promise<void> => {
        if (item === url) throw new ItemError("not this one");
        written.push(item);
      },
    };
    const { run, site } = crawlInto([picky]);
    const stats = await site.clock.run(run.done());
    expect(written).toEqual(["http://a.test/1"]);
    expect(stats).toMatchObject({ items: 2, errors: { bad_item: 1 }, stopReason: "finished" });
  });
});

function crawlInto(sinks: NonNullable<CrawlOptions<string>["sinks"]>): {
  readonly site: FakeSite;
  readonly run: ReturnType<typeof crawl<string>>;
} {
  const site = fakeSite((url) => (url.endsWith("0") ? ["/1"] : []));
  return { site, run: crawl({ ...everything(site), start: "http://a.test/0", sinks }) };
}

function tree(url: string): readonly string[] {
  return url.length < 19 ? [`${url}1`, `${url}2`, "/0"] : [];
}

function broken(): never {
  throw new Error("broken");
}

/** A frontier of which a method fails from a certain call on. */
function failing(
  method: "add" | "take" | "settle" | "fetched" | "hold" | "whenReady" | "pending",
  way: "throws" | "rejects",
  from: number,
): Frontier & { calls(): number } {
  const inner = new MemoryFrontier();
  let calls = 0;
  return new Proxy(Object.assign(inner, { calls: () => calls }), {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if (name !== method || ++calls < from) return Reflect.apply(value, target, args);
        const error = new Error(`no ${method}`);
        const isPromised = name !== "fetched" && name !== "hold" && name !== "pending";
        if (way === "rejects" && isPromised) return Promise.reject(error);
        throw error;
      };
    },
  });
}

/** A frontier that takes its time to answer. */
function asynchronous(inner: MemoryFrontier): Frontier {
  return {
    add: async (requests) => later(() => inner.add(requests)),
    take: async (max, now) => later(() => inner.take(max, now)),
    settle: async (lease, outcome) => later(() => inner.settle(lease, outcome)),
    fetched: (lease) => inner.fetched(lease),
    hold: (host, until) => inner.hold(host, until),
    whenReady: (context) => inner.whenReady(context),
    stats: () => inner.stats(),
    pending: () => inner.pending(),
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
}

async function later<T>(work: () => T): Promise<T> {
  await Promise.resolve();
  const result = work();
  await Promise.resolve();
  return result;
}

/** Rejects with undefined. */
function nothing(): Promise<never> {
  // oxlint-disable-next-line prefer-promise-reject-errors -- on purpose
  return Promise.reject(undefined);
}

/** A frontier one of whose methods rejects with undefined. */
function failingWithNothing(method: "settle" | "take"): Frontier {
  const failing = method === "take" ? { take: nothing } : { settle: nothing };
  return Object.assign(new MemoryFrontier(), failing);
}
