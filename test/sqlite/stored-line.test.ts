import assert from "node:assert/strict";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Waiting } from "../../src/engine/frontier/waiting.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { type LineStore, type Standing, StoredLine } from "../../src/sqlite/stored-line.ts";

/** A line in plain lists: what waits, what of it the store may give, and what was taken. */
class World {
  readonly isRanked: boolean;
  readonly waits = new Map<number, Waiting>();
  readonly taken = new Map<number, Waiting>();
  readonly lent = new Set<number>();
  places = 0;
  line: StoredLine;

  constructor(isRanked: boolean) {
    this.isRanked = isRanked;
    this.line = new StoredLine({ store: this.store, isRanked, window: 2 });
  }

  get store(): LineStore {
    return {
      after: (standing, max) =>
        this.all
          .filter((one) => isBefore(standing, one) && !this.lent.has(one.place))
          .slice(0, max),
      lend: ({ place }) => void this.lent.add(place),
      shelve: ({ place }) => void this.lent.delete(place),
    };
  }

  /** All that are not ended, as the store holds them: it does not know which were taken. */
  get all(): readonly Waiting[] {
    return [...this.waits.values(), ...this.taken.values()].toSorted(byStanding);
  }

  push(rank: number): void {
    const place = this.places++;
    const waiting = { request: request(`http://a.test/${place}`), place, rank };
    this.waits.set(place, waiting);
    this.line.push(waiting);
  }

  shift(inTurn: boolean): void {
    const first = [...this.waits.values()].toSorted(byStanding)[0];
    const next = this.line.shift(inTurn);
    if (!inTurn || !this.isRanked) assert.deepEqual(next, first);
    assert.equal(next === undefined, first === undefined);
    if (!next) return;
    assert.ok(this.waits.delete(next.place), "it was not there to be taken");
    this.taken.set(next.place, next);
  }

  /** A request that was taken comes back, or ends. */
  settle(which: number, comesBack: boolean, isChanged: boolean): void {
    const taken = [...this.taken.values()];
    const one = taken[which % taken.length];
    if (!one) return;
    this.taken.delete(one.place);
    if (!comesBack) return;
    if (isChanged) this.lent.add(one.place);
    this.waits.set(one.place, one);
    this.line.putBack(one);
  }

  /** The process was killed: all that was taken waits, and the store is all there is. */
  reopen(): void {
    for (const [place, one] of this.taken) this.waits.set(place, one);
    this.taken.clear();
    this.lent.clear();
    const { isRanked, store } = this;
    this.line = new StoredLine({ store, isRanked, stored: this.waits.size, window: 2 });
  }

  /** The queue of its host drops a line that is empty, and makes another later. */
  drop(): void {
    if (this.line.size > 0) return;
    const last = { rank: 0, place: this.places - 1 };
    const { isRanked, store } = this;
    this.line = new StoredLine({ store, isRanked, window: 2, ...(!isRanked && { last }) });
  }
}

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("push" as const), rank: fc.nat(5) }),
    fc.record({ kind: fc.constant("push" as const), rank: fc.nat(5) }),
    fc.record({ kind: fc.constant("shift" as const), inTurn: fc.constantFrom(false, false, true) }),
    fc.record({
      kind: fc.constant("settle" as const),
      which: fc.nat(9),
      back: fc.boolean(),
      changed: fc.boolean(),
    }),
    fc.record({ kind: fc.constantFrom("reopen" as const, "drop" as const, "drop" as const) }),
  ),
  { maxLength: 200, size: "max" },
);

describe("StoredLine", () => {
  it("gives all in order, each once, though only a few are in memory", () =>
    fc.assert(
      fc.property(fc.boolean(), steps, (isRanked, steps) => {
        const world = new World(isRanked);
        for (const step of steps) {
          if (step.kind === "push") world.push(isRanked ? step.rank : 0);
          else if (step.kind === "shift") world.shift(step.inTurn);
          else if (step.kind === "settle") world.settle(step.which, step.back, step.changed);
          else world[step.kind]();
          expect(world.line.size).toBe(world.waits.size);
        }
        while (world.waits.size > 0) world.shift(false);
      }),
      { numRuns: 1000 },
    ));

  it.each([false, true])("keeps few in memory however many wait (ranked: %s)", (isRanked) => {
    const world = new World(isRanked);
    for (let n = 0; n < 1000; n++) world.push(isRanked ? n : 0);
    expect([...world.line].length).toBeLessThanOrEqual(8);
  });

  it("comes round to each of those in the store, where one in so many is taken out of order", () => {
    const world = new World(true);
    for (let n = 0; n < 40; n++) world.push(-n);
    for (let n = 0; n < 39; n++) {
      world.shift(true);
      world.push(100);
    }
    const left = [...world.waits.values()].filter(({ rank }) => rank <= 0);
    expect(left.length).toBeLessThanOrEqual(2);
  });
});

function byStanding(a: Standing, b: Standing): number {
  return isBefore(a, b) ? -1 : 1;
}

function isBefore(a: Standing, b: Standing): boolean {
  return a.rank > b.rank || (a.rank === b.rank && a.place < b.place);
}
