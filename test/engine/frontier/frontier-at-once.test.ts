import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Lease } from "../../../src/engine/frontier/frontier.ts";
import { MemoryFrontier } from "../../../src/engine/frontier/memory-frontier.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";
import { Context } from "../../../src/service/context.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

/** What becomes of the requests, one after another and round again. */
const fates = fc.array(
  fc.record({
    ends: fc.constantFrom("done", "done", "failed", "retry", "refused"),
    links: fc.array(fc.nat(80), { maxLength: 6 }),
    waitMs: fc.constantFrom(0, 1, 20),
  }),
  { minLength: 8, maxLength: 40, size: "max" },
);
type Fate = typeof fates extends fc.Arbitrary<readonly (infer Fate)[]> ? Fate : never;

describe("MemoryFrontier, asked by many at once", () => {
  it("comes to its end once for each, all counters at zero, in whatever order things happen", () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fates, fc.constantFrom(1, 3, 8), async (s, fates, count) => {
        const team = new Team(s, fates, new MemoryFrontier({ perHost: 2 }));
        const ends = await s.waitFor(team.work(count));
        expect(ends).toEqual(Array.from({ length: count }, () => "nothing is left"));
        expect(team.frontier.stats()).toMatchObject({ pending: 0, leased: 0 });
        expect([team.lost, team.twice, team.clock.pending]).toEqual([0, 0, 0]);
      }),
      { numRuns: 60 },
    ));

  it("loses nothing when all stop amid it, and their waits are cancelled", () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fates, fc.nat(60), async (s, fates, stopAfter) => {
        const team = new Team(s, fates, new MemoryFrontier({ perHost: 1 }), stopAfter);
        await s.waitFor(team.work(4));
        expect(team.frontier.stats()).toMatchObject({ leased: 0, pending: team.waiting });
        expect([...team.frontier.pending()]).toHaveLength(team.waiting);
        expect([team.lost, team.twice, team.clock.pending]).toEqual([0, 0, 0]);
      }),
      { numRuns: 60 },
    ));
});

/** Workers that take from one frontier, each step at an instant that the scheduler chooses. */
class Team {
  readonly clock = new VirtualClock();
  readonly frontier: MemoryFrontier;
  /** Requests that wait, as they were told to. */
  waiting = 0;
  /** Leases of what did not wait. */
  lost = 0;
  /** Leases of a request that was leased. */
  twice = 0;
  readonly #scheduler: fc.Scheduler;
  readonly #fates: readonly Fate[];
  readonly #stopAfter: number;
  readonly #leased = new Set<unknown>();
  readonly #waits = new Set<AbortController>();
  #taken = 0;
  #added = 0;
  #isOver = false;

  constructor(
    scheduler: fc.Scheduler,
    fates: readonly Fate[],
    frontier: MemoryFrontier,
    stopAfter = Infinity,
  ) {
    this.#scheduler = scheduler;
    this.#fates = fates;
    this.frontier = frontier;
    this.#stopAfter = stopAfter;
  }

  /** Resolves with why each has ended. */
  async work(count: number): Promise<readonly string[]> {
    this.#add([0, 1, 2]);
    void this.#passTime();
    const ends = await Promise.all(Array.from({ length: count }, () => this.#worker()));
    this.#isOver = true;
    return ends;
  }

  get #isStopped(): boolean {
    return this.#taken >= this.#stopAfter;
  }

  async #worker(): Promise<string> {
    for (;;) {
      await this.#whenReady();
      await this.#step("take");
      if (this.#isStopped) return "stopped";
      const [lease] = this.frontier.take(1, this.clock.now());
      if (lease) await this.#serve(lease);
      else if (this.#isDrained()) return "nothing is left";
    }
  }

  async #whenReady(): Promise<void> {
    const wait = new AbortController();
    this.#waits.add(wait);
    if (this.#isStopped) wait.abort();
    const { clock } = this;
    await settle(this.frontier.whenReady(new Context({ clock, signal: wait.signal })));
    this.#waits.delete(wait);
  }

  async #serve(lease: Lease): Promise<void> {
    const { meta, url } = lease.request;
    const fate = this.#fates[this.#taken++ % this.#fates.length];
    if (!fate) throw new Error("There must be one");
    if (--this.waiting < 0) this.lost++;
    if (this.#leased.has(meta)) this.twice++;
    this.#leased.add(meta);
    if (this.#isStopped) for (const wait of this.#waits) wait.abort();
    await this.#step(`fetch ${url}`);
    if (fate.ends === "refused") this.frontier.hold(lease.host, this.clock.now() + fate.waitMs);
    this.frontier.fetched(lease);
    await this.#step(`parse ${url}`);
    if (fate.ends === "done") this.#add(fate.links);
    await this.#step(`settle ${url}`);
    this.#leased.delete(meta);
    this.#settle(lease, fate);
  }

  #settle(lease: Lease, { ends, waitMs }: Fate): void {
    const { attempts } = lease.request;
    if (ends === "done") this.frontier.settle(lease, { done: true });
    else if (ends === "failed" || attempts >= 2) {
      this.frontier.settle(lease, { failed: new Error("gone") });
    } else {
      this.waiting++;
      const retryAt = this.clock.now() + (ends === "retry" ? waitMs : 0);
      this.frontier.settle(lease, { retryAt, attempts: attempts + 1 });
    }
  }

  #add(links: readonly number[]): void {
    const requests = links.map((link) =>
      request(`http://h${link % 3}.test/${link}`, { meta: this.#added++ }),
    );
    const admissions = this.frontier.add(requests);
    this.waiting += admissions.filter((admission) => admission === "admitted").length;
  }

  #isDrained(): boolean {
    const { pending, leased } = this.frontier.stats();
    return pending + leased === 0;
  }

  async #passTime(): Promise<void> {
    while (!this.#isOver) {
      await this.#step("time passes");
      const { nextDue } = this.clock;
      if (nextDue < Infinity) this.clock.advance(nextDue - this.clock.now());
    }
  }

  #step(what: string): Promise<unknown> {
    return this.#scheduler.schedule(Promise.resolve(), what);
  }
}
