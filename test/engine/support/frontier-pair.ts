import assert from "node:assert/strict";

import fc from "fast-check";

import type { Lease } from "../../../src/engine/frontier/frontier.ts";
import { MemoryFrontier } from "../../../src/engine/frontier/memory-frontier.ts";
import { type CrawlRequest, request } from "../../../src/engine/page/crawl-request.ts";
import { Context } from "../../../src/service/context.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { FrontierModel } from "./frontier-model.ts";

const HOSTS = ["a.test", "b.test", "c.test"];
/** Limits of a frontier. */
export const limits = fc.record({
  perHost: fc.constantFrom(1, 2, Infinity),
  maxPending: fc.constantFrom(1, 3, 8, Infinity),
  maxSeen: fc.constantFrom(1, 4, Infinity),
});
const waits = fc.constantFrom(-Infinity, -5, 0, 1, 10, 11, 50, Infinity);
/** What can happen to a frontier. */
export const commands = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      add: fc.array(
        fc.record({
          host: fc.constantFrom(...HOSTS),
          path: fc.nat(5),
          priority: fc.constantFrom(0, 0, 1, -1),
          dontFilter: fc.constantFrom(false, false, true),
        }),
        { maxLength: 4 },
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ take: fc.integer({ min: 1, max: 4 }) }) },
  fc.record({ fetched: fc.nat(9) }),
  fc.record({ settle: fc.nat(9), done: fc.boolean() }),
  fc.record({ putBack: fc.nat(9), waitMs: waits.filter((ms) => ms < Infinity) }),
  fc.record({ hold: fc.constantFrom(...HOSTS), forMs: waits }),
  fc.record({ passMs: fc.constantFrom(1, 9, 40) }),
  fc.record({ wait: fc.constant(true) }),
);
export type Command = typeof commands extends fc.Arbitrary<infer Command> ? Command : never;

/** A frontier and its model, which must agree after every command. */
export class Pair {
  readonly #clock = new VirtualClock();
  readonly #frontier: MemoryFrontier;
  readonly #model: FrontierModel;
  readonly #leases: Lease[] = [];
  #takes = 0;

  constructor(limits: { perHost: number; maxPending: number; maxSeen: number }) {
    this.#frontier = new MemoryFrontier(limits);
    this.#model = new FrontierModel(limits);
  }

  async run(commands: readonly Command[]): Promise<void> {
    for (const command of commands) await this.#run(command);
  }

  async #run(command: Command): Promise<void> {
    const now = this.#clock.now();
    if ("add" in command) this.#add(command.add);
    else if ("take" in command) this.#take(command.take);
    else if ("hold" in command) {
      this.#frontier.hold(command.hold, now + command.forMs);
      this.#model.hold(command.hold, now + command.forMs);
    } else if ("passMs" in command) this.#clock.advance(command.passMs);
    else if ("wait" in command) await this.#wait();
    else this.#end(command);
    this.#compare();
  }

  #add(
    all: readonly { host: string; path: number; priority: number; dontFilter: boolean }[],
  ): void {
    const requests = all.map(({ host, path, ...options }) =>
      request(`http://${host}/${path}`, options),
    );
    const expected = requests.map((request) => this.#model.add(request));
    assert.deepEqual(this.#frontier.add(requests), expected);
  }

  #take(max: number): void {
    const now = this.#clock.now();
    const leases = this.#frontier.take(max, now);
    for (const lease of leases) {
      const { request } = lease;
      const priority = expectedPriority(this.#model.priorities(now), this.#takes++);
      const candidates = this.#model.takeable(now, priority);
      assert.ok(candidates.includes(request), `${request.url} is not next`);
      this.#model.take(request);
      this.#leases.push(lease);
    }
    assert.ok(leases.length === max || this.#model.priorities(now).length === 0);
  }

  #end(command: Exclude<Command, { add: unknown } | { take: number }>): void {
    const which = Object.values(command).find((value) => typeof value === "number") ?? 0;
    const lease = this.#leases[which % this.#leases.length];
    if (!lease) return;
    const { request } = lease;
    if ("fetched" in command) {
      this.#frontier.fetched(lease);
      this.#model.fetched(request);
      return;
    }
    this.#leases.splice(this.#leases.indexOf(lease), 1);
    if ("settle" in command) {
      this.#frontier.settle(lease, command.done ? { done: true } : { failed: new Error("gone") });
      this.#model.settle(request);
    } else if ("putBack" in command) {
      const retryAt = this.#clock.now() + command.waitMs;
      const attempts = request.attempts + 1;
      this.#frontier.settle(lease, { retryAt, attempts });
      const again = [...this.#frontier.pending()].find(
        (it) => it.url === request.url && it.attempts === attempts && !this.#knows(it),
      );
      this.#model.putBack(request, again ?? request, retryAt);
    }
  }

  #knows(request: CrawlRequest): boolean {
    return this.#model.pending().includes(request);
  }

  async #wait(): Promise<void> {
    const clock = this.#clock;
    const { pending, leased } = this.#model.stats;
    const isDrained = pending + leased === 0;
    const readyAt = isDrained ? clock.now() : this.#model.readyAt(clock.now());
    const controller = new AbortController();
    const ready = this.#frontier.whenReady(new Context({ clock, signal: controller.signal }));
    let woken = false;
    ready.then(
      () => (woken = true),
      () => {},
    );
    await clock.settle();
    assert.equal(woken, readyAt === clock.now());
    if (readyAt === Infinity) controller.abort("enough");
    const outcome = await clock.run(settle(ready));
    assert.deepEqual(
      outcome,
      readyAt === Infinity ? { ok: false, error: "enough" } : { ok: true, value: undefined },
    );
    assert.equal(clock.now(), readyAt === Infinity ? clock.now() : readyAt);
    assert.equal(clock.pending, 0);
  }

  #compare(): void {
    assert.deepEqual(this.#frontier.stats(), this.#model.stats);
    assert.deepEqual(new Set(this.#frontier.pending()), new Set(this.#model.pending()));
    for (const host of HOSTS) {
      const known = request(`http://${host}/0`);
      assert.equal(this.#frontier.hasSeen(known), this.#model.has(known));
    }
  }
}

/** The highest, but every sixty-fourth time the next of the lower ones. */
function expectedPriority(priorities: readonly number[], takes: number): number {
  const [highest = Number.NaN, ...lower] = priorities;
  const isAged = (takes + 1) % 64 === 0 && lower.length > 0;
  return isAged ? (lower[Math.floor(takes / 64) % lower.length] ?? Number.NaN) : highest;
}
