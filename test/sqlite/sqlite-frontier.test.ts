import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Frontier } from "../../src/engine/frontier/frontier.ts";
import { MemoryFrontier } from "../../src/engine/frontier/memory-frontier.ts";
import { CrawlRequest, request } from "../../src/engine/page/crawl-request.ts";
import { Context } from "../../src/service/context.ts";
import { SqliteFrontier, type SqliteFrontierOptions } from "../../src/sqlite/index.ts";
import { checkFrontier } from "../../src/testing/frontier/check-frontier.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { killedCopy } from "./support/killed-copy.ts";
import { scratch } from "./support/scratch.ts";

const A = "http://a.test/";

describe("SqliteFrontier", () => {
  it("keeps the rules of a frontier", async () => {
    using disk = scratch();
    let n = 0;
    const factory = (): Frontier => new SqliteFrontier({ file: disk.path(`${n++}`), perHost: 2 });
    await expect(
      checkFrontier(factory, { perHost: 2, inOrder: true, runs: 50 }),
    ).resolves.toBeUndefined();
  });

  it("takes in the same order as a MemoryFrontier, however many wait", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom("breadth-first", "depth-first"),
        fc.array(fc.record({ host: fc.nat(2), priority: fc.nat(1), depth: fc.nat(20) }), {
          minLength: 100,
          maxLength: 1000,
          size: "max",
        }),
        fc.array(fc.nat(40), { minLength: 1 }),
        async (order, asked, takes) => {
          using disk = scratch();
          const stored = new SqliteFrontier({
            file: disk.path("crawl.db"),
            order,
            perHost: Infinity,
          });
          const memory = new MemoryFrontier({ order, perHost: Infinity });
          const requests = asked.map(({ host, priority, depth }, n) => {
            const progress = { depth, attempts: 0, redirects: [] };
            return new CrawlRequest(`http://h${host}.test/${n}`, { priority }, progress);
          });
          for (const max of [...takes, Infinity]) {
            const some = requests.splice(0, 3 * max);
            expect(stored.add(some)).toEqual(memory.add(some));
            const [one, other] = [stored.take(max, 0), memory.take(max, 0)];
            // One in so many of a ranked line is out of order, and each may choose which.
            const isExact = order === "breadth-first";
            expect(isExact ? urlsOf(one) : one.length).toEqual(
              isExact ? urlsOf(other) : other.length,
            );
            expect(stored.stats()).toEqual(memory.stats());
          }
          await stored[Symbol.asyncDispose]();
        },
      ),
      { numRuns: 30 },
    ));

  it("has all that happened in one turn of the event loop on the disk after it, and nothing before", async () => {
    using disk = scratch();
    await using frontier = open(disk.path("crawl.db"));
    frontier.add([request(A)]);
    await turn();
    const [lease = never()] = frontier.take(1, 0);
    frontier.add([request(`${A}1`), request(`${A}2`)]);
    frontier.settle(lease, { done: true });
    await using before = open(killedCopy(disk.path("crawl.db"), disk.path("before.db")));
    expect(before.stats()).toEqual({ pending: 1, leased: 0, held: 0, seen: 1 });
    await turn();
    await using after = open(killedCopy(disk.path("crawl.db"), disk.path("after.db")));
    expect(after.stats()).toEqual({ pending: 2, leased: 0, held: 0, seen: 3 });
  });

  it("gives what was leased again, in its old place, with the attempts it had", async () => {
    using disk = scratch();
    const clock = new VirtualClock();
    await using frontier = open(disk.path("crawl.db"), { clock });
    frontier.add([1, 2, 3].map((n) => request(A + n)));
    const [, second = never()] = frontier.take(2, 0);
    frontier.settle(second, { retryAt: 0, attempts: 1 });
    frontier.take(1, 0);
    await turn();
    await using next = open(killedCopy(disk.path("crawl.db"), disk.path("next.db")), { clock });
    const leases = next
      .take(9, 0)
      .map(({ request: { url, attempts } }) => [url.slice(-1), attempts]);
    expect(leases).toEqual([
      ["1", 0],
      ["2", 1],
      ["3", 0],
    ]);
  });

  it("keeps delays and holds by the time of day", async () => {
    using disk = scratch();
    const clock = new VirtualClock({ wallMs: 1_000_000 });
    {
      await using frontier = open(disk.path("crawl.db"), { clock });
      frontier.add([request(A), request("http://b.test/"), request("http://c.test/")]);
      const [lease = never()] = frontier.take(1, 0);
      frontier.settle(lease, { retryAt: 5000, attempts: 1 });
      frontier.hold("b.test", 8000);
      frontier.hold("c.test", 9000);
      frontier.hold("c.test", Infinity);
    }
    const later = new VirtualClock({ wallMs: 1_003_000 });
    await using next = open(disk.path("crawl.db"), { clock: later });
    const taken: (readonly [string, number])[] = [];
    while (next.stats().pending > 0) {
      await later.run(next.whenReady(new Context({ clock: later })));
      for (const { host } of next.take(9, later.now())) taken.push([host, later.now()]);
    }
    expect(taken).toEqual([
      ["c.test", 0],
      ["a.test", 2000],
      ["b.test", 5000],
    ]);
  });

  it("tells of every URL what became of it, also after it was opened again", async () => {
    using disk = scratch();
    {
      await using frontier = open(disk.path("crawl.db"));
      frontier.add(["ok", "gone", "plain", "waits"].map((path) => request(A + path)));
      const [ok = never(), gone = never(), plain = never()] = frontier.take(3, 0);
      frontier.settle(ok, { done: true, fate: { fate: "fetched", status: 200 } });
      const fate = { fate: "failed", status: 404, why: "not_found\0" } as const;
      frontier.settle(gone, { failed: new Error("gone"), fate });
      frontier.settle(plain, { failed: new Error("?") });
      frontier.leaveOut("http://b.test/", { fate: "scope" });
      frontier.leaveOut("http://b.test/", { fate: "depth" });
      frontier.leaveOut(`${A}waits`, { fate: "depth", why: "far" });
    }
    await using next = open(disk.path("crawl.db"));
    expect(next.fateOf(`${A}ok`)).toEqual({ fate: "fetched", status: 200 });
    expect(next.fateOf(`${A}gone`)).toEqual({
      fate: "failed",
      status: 404,
      why: "not_found\uFFFD",
    });
    expect(next.fateOf(`${A}plain`)).toEqual({ fate: "failed" });
    expect(next.fateOf(`${A}waits`)).toBeUndefined();
    expect(next.fateOf("http://A.test:80/ok#top")).toBeUndefined();
    expect(next.fateOf("http://b.test/")).toEqual({ fate: "scope" });
    expect(next.fateOf("http://c.test/")).toBeUndefined();
  });

  it("tells what was let in before: all, or what a crawl started from, and what of it gave a page", async () => {
    using disk = scratch();
    await using frontier = open(disk.path("crawl.db"));
    const start = request(A);
    const link = request(`${A}1`).linkedFrom(start);
    frontier.add([start, start.redirectedTo({ url: "http://www.a.test/" }), link]);
    for (const lease of frontier.take(9, 0)) {
      const isLink = lease.request.depth > 0;
      const fate = { fate: "fetched", ...(lease.request.url !== A && { status: 200 }) } as const;
      frontier.settle(lease, isLink ? { failed: new Error("gone") } : { done: true, fate });
    }
    frontier.add([request(`${A}2`).linkedFrom(start)]);
    const told = (which: "starts" | "all"): unknown =>
      [...frontier.past(which)].map(({ request: { url, redirects }, state }) => [
        url,
        redirects,
        state,
      ]);
    const starts = [
      [A, [], "gone"],
      ["http://www.a.test/", [A], "page"],
    ];
    expect(told("starts")).toEqual(starts);
    expect(told("all")).toEqual([...starts, [`${A}1`, [], "gone"], [`${A}2`, [], "waits"]]);
  });

  it("goes on with what another order, key or fingerprint was begun with only by these", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    await open(file, { key: { stripParams: ["a"] } })[Symbol.asyncDispose]();
    const begunWith = /crawl\.db: it was begun with "(order|key)" .*: got /;
    for (const other of [
      {},
      { key: { stripParams: ["b"] } },
      { key: { stripParams: ["a"] }, order: "depth-first" },
      { fingerprint: () => "" },
    ] as const) {
      expect(() => open(file, other)).toThrow(begunWith);
    }
    await open(file, { key: { stripParams: ["a"] }, perHost: 1, forgetFailed: true })[
      Symbol.asyncDispose
    ]();
  });

  it("asks for the score of a request once, as it is admitted", async () => {
    using disk = scratch();
    const asked: string[] = [];
    const score = ({ url }: CrawlRequest): number => asked.push(url);
    const options = { order: "best-first", score } as const;
    {
      await using frontier = open(disk.path("crawl.db"), options);
      frontier.add([request(A), request(A), request(`${A}1`)]);
    }
    await using next = open(disk.path("crawl.db"), options);
    expect(next.add([request(A)])).toEqual(["duplicate"]);
    expect(urlsOf(next.take(9, 0))).toEqual([`${A}1`, A]);
    expect(asked).toEqual([A, `${A}1`]);
  });

  it("throws what failed from then on, wakes who waits, and leaves what was committed", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    const frontier = open(file);
    frontier.add([request(A)]);
    frontier.take(1, 0);
    await turn();
    frontier.database.read("PRAGMA max_page_count = 20").one();
    const waits = frontier.whenReady(new Context());
    const many = Array.from({ length: 1000 }, (_, n) => request(`${A}${n}`));
    const full = "crawl.db: the disk is full";
    expect(() => frontier.add(many)).toThrow(full);
    await expect(waits).rejects.toThrow(full);
    expect(() => frontier.take(1, 0)).toThrow(full);
    expect(() => frontier.add([])).toThrow(full);
    expect(() => frontier.flush()).toThrow(full);
    frontier.hold("a.test", 5); // whoever holds need not know
    await frontier[Symbol.asyncDispose](); // all were told
    await using next = open(file);
    expect(next.stats()).toEqual({ pending: 1, leased: 0, held: 0, seen: 1 });
  });

  it.each([
    [{}, 'Expected "file" to be the path of a database: got undefined'],
    [{ file: "" }, 'Expected "file" to be the path of a database: got ""'],
    [{ file: "x", perHost: 0 }, 'Expected "perHost" to be a whole number >= 1: got 0'],
    [{ file: "x", forgetFailed: 1 }, 'Expected "forgetFailed" to be true or false: got 1'],
    [{ file: "x", clock: {} }, 'Expected "clock.now" to be a function: got undefined'],
    [{ file: "x", order: "best-first" }, 'Expected "score" to be a function'],
    [{ file: "x", maxPending: 1 }, "Expected options of SqliteFrontier, file, "],
  ])("refuses %j before it opens anything", (options, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    expect(() => new SqliteFrontier(options as SqliteFrontierOptions)).toThrow(message);
  });
});

function open(file: string, options: Partial<SqliteFrontierOptions> = {}): SqliteFrontier {
  return new SqliteFrontier({ perHost: Infinity, ...options, file });
}

function urlsOf(leases: readonly { readonly request: CrawlRequest }[]): readonly string[] {
  return leases.map(({ request }) => request.url);
}

/** One turn of the event loop. */
function turn(): Promise<void> {
  return new VirtualClock().settle();
}

function never(): never {
  throw new Error("There must be one");
}
