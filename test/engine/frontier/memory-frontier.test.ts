import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  MemoryFrontier,
  type MemoryFrontierOptions,
} from "../../../src/engine/frontier/memory-frontier.ts";
import { type CrawlRequest, request } from "../../../src/engine/page/crawl-request.ts";
import { Context } from "../../../src/service/context.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { untyped } from "../../support/untyped.ts";
import { frontierCommands, frontierOptions, runBoth } from "../support/frontier-commands.ts";

describe("MemoryFrontier", () => {
  it("does what a model does that looks through all it holds, whatever happens, and comes to its end", () =>
    fc.assert(
      fc.asyncProperty(frontierOptions, frontierCommands(), async (options, commands) => {
        await expect(runBoth(options, commands)).resolves.toBeUndefined();
      }),
      { numRuns: 200 },
    ));

  it("takes requests by priority, then first come first served", () => {
    const frontier = new MemoryFrontier({ perHost: Infinity });
    const add = (path: string, priority: number): void => {
      frontier.add([request(`http://a.test/${path}`, { priority })]);
    };
    for (const [path, priority] of [
      ["a", 0],
      ["b", 5],
      ["c", 0],
      ["d", 5],
      ["e", 0.5],
    ] as const) {
      add(path, priority);
    }
    expect(taken(frontier)).toEqual(
      ["b", "d", "e", "a", "c"].map((path) => `http://a.test/${path}`),
    );
  });

  it("takes from hosts in turns", () => {
    const frontier = new MemoryFrontier({ perHost: Infinity });
    const urls = ["a/1", "a/2", "a/3", "b/1", "b/2", "c/1"];
    frontier.add(urls.map((url) => request(`http://${url}`)));
    expect(taken(frontier)).toEqual(
      ["a/1", "b/1", "c/1", "a/2", "b/2", "a/3"].map((url) => `http://${url}`),
    );
  });

  it("lets no request starve: one in sixty-four is of a lower priority, in turns", () => {
    const frontier = new MemoryFrontier({ perHost: Infinity });
    const add = (path: string, priority: number): void => {
      frontier.add([request(`http://a.test/${path}`, { priority })]);
    };
    for (const path of ["low/1", "low/2"]) add(path, 0);
    for (const path of ["lower/1", "lower/2"]) add(path, -1);
    const aged: (readonly [number, string])[] = [];
    for (let n = 1; n <= 300; n++) {
      add(String(n), 1);
      const [lease = never()] = frontier.take(1, 0);
      if (lease.request.priority < 1) aged.push([n, lease.request.url.slice(14)]);
    }
    expect(aged).toEqual([
      [64, "low/1"],
      [128, "lower/1"],
      [192, "low/2"],
      [256, "lower/2"],
    ]);
  });

  it("counts calls against perHost, not leases", () => {
    const frontier = new MemoryFrontier({ perHost: 1 });
    frontier.add([request("http://a.test/1"), request("http://a.test/2")]);
    const [first] = frontier.take(9, 0);
    expect(frontier.take(9, 0)).toEqual([]);
    frontier.fetched(first ?? never());
    expect(frontier.take(9, 0)).toHaveLength(1);
    expect(frontier.stats()).toMatchObject({ pending: 0, leased: 2 });
  });

  it("remembers no request that it rejected", () => {
    const frontier = new MemoryFrontier({ maxPending: 1 });
    const [one, two] = [request("http://a.test/1"), request("http://a.test/2")];
    expect(frontier.add([one, two, one])).toEqual(["admitted", "rejected", "duplicate"]);
    frontier.take(1, 0);
    expect(frontier.add([two])).toEqual(["admitted"]);
  });

  it("admits a request that comes back where there is no room, and counts it as pending", () => {
    const frontier = new MemoryFrontier({ maxPending: 1 });
    frontier.add([request("http://a.test/1")]);
    const [lease = never()] = frontier.take(1, 0);
    frontier.add([request("http://a.test/2")]);
    frontier.settle(lease, { retryAt: 10, attempts: 1 });
    expect(frontier.stats().pending).toBe(2);
    expect(frontier.add([request("http://a.test/3")])).toEqual(["rejected"]);
    const [again] = frontier.take(1, 10);
    expect(again?.request).toMatchObject({ url: "http://a.test/1", attempts: 1 });
  });

  it("tells requests apart by method, key of the URL and body", () => {
    const frontier = new MemoryFrontier({ key: { sortQuery: true } });
    const url = "http://a.test/?b=1&a=2";
    const body = "é";
    expect(
      frontier.add([
        request(url),
        request("http://A.test:80/?a=2&b=1#top"),
        request(url, { method: "POST" }),
        request(url, { method: "POST", body }),
        request(url, { method: "POST", body: new TextEncoder().encode(body) }),
        request(url, { method: "POST", body: Uint8Array.of(0xe9) }),
        request(url, { dontFilter: true }),
      ]),
    ).toEqual([
      "admitted",
      "duplicate",
      "admitted",
      "admitted",
      "duplicate",
      "admitted",
      "admitted",
    ]);
  });

  it("takes no redirect back to a URL of its own chain for a duplicate, nor to another spelling of it", () => {
    const frontier = new MemoryFrontier({ key: { sortQuery: true } });
    const start = request("http://a.test/?b=1&a=2");
    frontier.add([start, request("http://a.test/other")]);
    const to = (url: string): CrawlRequest => start.redirectedTo({ url });
    expect(
      frontier.add([
        to("http://a.test/?b=1&a=2"),
        to("http://a.test/?a=2&b=1"),
        to("http://a.test/other"),
      ]),
    ).toEqual(["admitted", "admitted", "duplicate"]);
  });

  it("tells requests apart by a fingerprint of the user's own, redirects too", () => {
    const frontier = new MemoryFrontier({ fingerprint: pathAndType, fingerprintBits: 128 });
    const json = { headers: { accept: "application/json" } };
    const start = request("http://a.test/1?a");
    expect(
      frontier.add([
        start,
        request("http://b.test/1"),
        request("http://a.test/1", json),
        request("http://a.test/1?b", { method: "POST", ...json }),
        start.redirectedTo({ url: "http://c.test/1" }),
      ]),
    ).toEqual(["admitted", "duplicate", "admitted", "duplicate", "admitted"]);
    const broken = new MemoryFrontier({ fingerprint: untyped(() => 1) });
    expect(() => broken.add([start])).toThrow("Expected fingerprint() to give a string: got 1");
  });

  it("counts the hosts that are held, until their time has come or they are let go", () => {
    const frontier = new MemoryFrontier();
    frontier.hold("a.test", 10);
    frontier.hold("a.test", 20);
    frontier.hold("b.test", Infinity);
    expect(frontier.stats().held).toBe(2);
    frontier.take(1, 20);
    expect(frontier.stats().held).toBe(1);
    frontier.hold("b.test", -Infinity);
    expect(frontier.stats().held).toBe(0);
  });

  it("keeps no trace of a request whose score throws, nor of those behind it", async () => {
    const frontier = new MemoryFrontier({ order: "best-first", score: lastDigitBut2 });
    const all = [1, 2, 3].map((n) => request(`http://a.test/${n}`));
    expect(() => frontier.add(all)).toThrow("Expected score() to give a number: got NaN");
    expect(frontier.stats()).toEqual({ pending: 1, leased: 0, held: 0, seen: 1 });
    await expect(frontier.whenReady(new Context())).resolves.toBeUndefined();
  });

  it("admits a request that failed again where it forgets those, and no other", () => {
    const ends = [{ failed: new Error("gone") }, { done: true }] as const;
    for (const forgetFailed of [false, true]) {
      const frontier = new MemoryFrontier({ forgetFailed });
      const requests = ends.map((_, n) => request(`http://a.test/${n}`));
      frontier.add(requests);
      for (const [n, lease] of frontier.take(2, 0).entries()) {
        frontier.settle(lease, ends[n] ?? never());
      }
      expect(requests.map((it) => frontier.hasSeen(it))).toEqual([!forgetFailed, true]);
      const failed = forgetFailed ? "admitted" : "duplicate";
      expect(frontier.add(requests)).toEqual([failed, "duplicate"]);
    }
  });

  it("resolves whenReady for everybody who waits, and leaves no timer and no hook", async () => {
    const clock = new VirtualClock();
    const frontier = new MemoryFrontier();
    const context = new Context({ clock });
    frontier.add([request("http://a.test/")]);
    frontier.hold("a.test", 100);
    await clock.run(Promise.all([frontier.whenReady(context), frontier.whenReady(context)]));
    expect([clock.now(), clock.pending]).toEqual([100, 0]);
  });

  it("does not wake who waits for a duplicate", async () => {
    const clock = new VirtualClock();
    let timers = 0;
    const counting = {
      now: () => clock.now(),
      wallMs: () => clock.wallMs(),
      timer: (fn: () => void, ms: number): Disposable => (timers++, clock.timer(fn, ms)),
    };
    const frontier = new MemoryFrontier();
    frontier.add([request("http://a.test/")]);
    frontier.hold("a.test", 100);
    const ready = frontier.whenReady(new Context({ clock: counting }));
    for (let n = 0; n < 9; n++) frontier.add([request("http://a.test/#again")]);
    await clock.run(ready);
    expect(timers).toBe(1);
  });

  it("refuses a lease that is settled already, or not its own", () => {
    const frontier = new MemoryFrontier();
    frontier.add([request("http://a.test/")]);
    const [lease = never()] = frontier.take(1, 0);
    frontier.settle(lease, { done: true });
    expect(() => frontier.settle(lease, { done: true })).toThrow("not yet settled");
    expect(() => frontier.settle({ ...lease, host: "a.test" }, { done: true })).toThrow(
      "a lease of this frontier",
    );
  });

  it.each([
    [{ perHost: 0 }, 'Expected "perHost" to be a whole number >= 1: got 0'],
    [{ maxPending: 1.5 }, 'Expected "maxPending" to be a whole number >= 1: got 1.5'],
    [{ maxSeen: Number.NaN }, 'Expected "maxSeen" to be a whole number >= 1: got NaN'],
    [{ fingerprintBits: 96 }, 'Expected "fingerprintBits" to be 64 or 128: got 96'],
    [{ forgetFailed: 1 }, 'Expected "forgetFailed" to be true or false: got 1'],
    [{ order: "last-first" }, 'Expected "order" to be one of'],
    [{ fingerprint: "url" }, 'Expected "fingerprint" to be a function: got "url"'],
    [{ fingerprint: String, key: {} }, 'Expected "key" or "fingerprint": got both'],
    [{ key: null }, "Expected the options of key to be an object: got null"],
    [
      { key: { stripParams: "a" } },
      'Expected "key.stripParams" to be an array of strings: got "a"',
    ],
  ])("refuses %j", (options, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    expect(() => new MemoryFrontier(options as MemoryFrontierOptions)).toThrow(message);
  });
});

function pathAndType({ url, headers }: CrawlRequest): string {
  return `${new URL(url).pathname} ${headers.get("accept") ?? ""}`;
}

function lastDigitBut2({ url }: CrawlRequest): number {
  return url.endsWith("2") ? Number.NaN : Number(url.at(-1));
}

function taken(frontier: MemoryFrontier): readonly string[] {
  return frontier.take(Infinity, 0).map(({ request }) => request.url);
}

function never(): never {
  throw new Error("There must be one");
}
