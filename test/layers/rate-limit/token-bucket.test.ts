import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  Grains,
  type Rate,
  TokenBucket,
  type Turn,
} from "../../../src/layers/rate-limit/token-bucket.ts";
import { exact } from "./exact.ts";
import { type TakenTurn, TurnModel } from "./turn-model.ts";

const LATE = 1e12; // on a clock that has run for thirty years

describe("TokenBucket", () => {
  it("has burst turns at once, then one as often as the rate gives one", () => {
    const bucket = bucketOf({ limit: 4, intervalMs: 10, burst: 3 });
    expect(takeAll(bucket, 0)).toBe(3);
    expect(bucket.turnBehind(0)).toBe(2.5);
    expect(bucket.turnBehind(3)).toBe(10);
    expect(takeAll(bucket, 2.4)).toBe(0);
    expect(takeAll(bucket, 2.5)).toBe(1);
    expect(takeAll(bucket, 1000)).toBe(3);
  });

  it("gives as many turns in an interval as the limit says, also where a turn takes no round time", () => {
    const bucket = bucketOf({ limit: 3, intervalMs: 100, burst: 3 });
    for (const now of [0, 100, 200, 1e6, LATE]) expect(takeAll(bucket, now)).toBe(3);
  });

  it("is full after a rest, and no fuller after a longer one", () => {
    const bucket = bucketOf({ limit: 1, intervalMs: 100, burst: 5 });
    takeAll(bucket, 0);
    expect(bucket.isFull(499)).toBe(false);
    expect(bucket.isFull(500)).toBe(true);
    expect(takeAll(bucket, LATE)).toBe(5);
  });

  it("stands still where time goes back", () => {
    const bucket = bucketOf({ limit: 1, intervalMs: 100, burst: 1 });
    takeAll(bucket, 1000);
    expect(bucket.has(500)).toBe(false);
    expect(bucket.has(1099)).toBe(false);
    expect(bucket.has(1100)).toBe(true);
    bucket.take(1100);
    bucket.take(500);
    expect(bucket.turnBehind(0)).toBe(1300);
  });

  it("counts from the instant at which a turn is given back", () => {
    const bucket = bucketOf({ limit: 1, intervalMs: 10, burst: 1 });
    bucket.giveBack(bucket.take(0), 7);
    expect([bucket.turnBehind(0), bucket.turnBehind(1)]).toEqual([7, 17]);
  });

  it("gets back nothing from a turn without which it would have been full before", () => {
    const bucket = bucketOf({ limit: 1, intervalMs: 10, burst: 2 });
    const refused = bucket.take(0);
    bucket.take(10); // found it full all the same
    bucket.giveBack(refused, 11);
    expect(bucket.turnBehind(1)).toBe(20);
  });

  it("gets back a part of a turn without which it would have been full by a later one", () => {
    const bucket = bucketOf({ limit: 1, intervalMs: 10, burst: 2 });
    const refused = bucket.take(0);
    bucket.take(5); // would have found it full, and left it with one turn until 15
    bucket.giveBack(refused, 7);
    expect(bucket.turnBehind(1)).toBe(15);
  });

  it("is as though turns that are given back had not been taken, whenever and in whatever order", () => {
    fc.assert(
      fc.property(rates, steps, (rate, steps) => {
        const bucket = bucketOf(rate);
        const model = new TurnModel(rate);
        const open: { readonly turn: Turn; readonly taken: TakenTurn }[] = [];
        for (const { afterMs, act, which } of steps) {
          model.now += afterMs;
          if (act === "take") {
            if (model.has()) open.push({ turn: bucket.take(model.now), taken: model.take() });
          } else {
            const [ended] = open.splice(which % Math.max(1, open.length), 1);
            if (ended && act === "keep") bucket.keep(ended.turn);
            if (ended && act === "give back") {
              bucket.giveBack(ended.turn, model.now);
              model.giveBack(ended.taken);
            }
          }
          expect(bucket.has(model.now)).toBe(model.has());
          expect(bucket.isFull(model.now)).toBe(model.isFull());
        }
      }),
      { numRuns: 300 },
    );
  });

  it("lets no more be taken in any span than burst and what the rate gives, on clocks of any age", () => {
    fc.assert(
      fc.property(anyRates, ages, waits, (rate, age, waits) => {
        const bucket = bucketOf(rate);
        const taken: bigint[] = [];
        let now = age;
        for (const wait of waits) {
          now = wait === "turn" ? Math.max(now, bucket.turnBehind(0)) : now + wait;
          for (; bucket.has(now) && taken.length < 60; bucket.take(now)) taken.push(exact(now));
        }
        for (const [first, from] of taken.entries()) {
          for (const [n, until] of taken.slice(first).entries()) {
            const refilled = exact(rate.limit) * (until - from);
            const needed = exact(n + 1 - rate.burst) * exact(rate.intervalMs);
            expect(needed <= refilled).toBe(true);
          }
        }
      }),
    );
  });

  it("lets through neither more nor less of very many", () => {
    const bucket = bucketOf({ limit: 1e6, intervalMs: 1000, burst: 1e6 });
    expect(takeAll(bucket, LATE)).toBe(1e6);
    let taken = 0;
    for (let ms = 1; ms <= 500; ms++) taken += takeAll(bucket, LATE + ms);
    expect(taken).toBe(500_000);
  });

  it("has a turn at the instant it names, which is never far off, on clocks of any age", () => {
    fc.assert(
      fc.property(anyRates, ages, (rate, age) => {
        const bucket = bucketOf({ ...rate, burst: 50 });
        const turnMs = rate.intervalMs / rate.limit;
        let now = age;
        for (let n = 0; n < 150; n++) {
          now = Math.max(now, bucket.turnBehind(0));
          expect(bucket.has(now)).toBe(true);
          bucket.take(now);
        }
        const fair = age + 100 * turnMs;
        expect(now).toBeLessThanOrEqual(fair * (1 + 4 * Number.EPSILON) + turnMs * 1e-9);
      }),
    );
  });

  it.each([
    { limit: 1e300, intervalMs: 1e300, burst: 1e300 },
    { limit: 5e-324, intervalMs: 5e-324, burst: 1 },
    { limit: 1, intervalMs: 1e300, burst: 1 },
    { limit: 1, intervalMs: 1000, burst: Infinity },
  ])("stays a number at %o", (rate) => {
    const bucket = bucketOf(rate);
    expect(bucket.has(0)).toBe(true);
    bucket.giveBack(bucket.take(0), 1);
    bucket.take(1);
    expect(bucket.turnBehind(3)).not.toBeNaN();
    expect(bucket.has(bucket.turnBehind(0))).toBe(true);
  });
});

interface Step {
  readonly afterMs: number;
  readonly act: "take" | "keep" | "give back";
  readonly which: number;
}

const rates: fc.Arbitrary<Rate> = fc.record({
  limit: fc.integer({ min: 1, max: 7 }),
  intervalMs: fc.integer({ min: 1, max: 50 }),
  burst: fc.integer({ min: 1, max: 6 }),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.constant(0), fc.nat(12)),
    act: fc.constantFrom("take", "take", "keep", "give back"),
    which: fc.nat(20),
  }),
  { minLength: 5, maxLength: 40, size: "max" },
);
const anyRates: fc.Arbitrary<Rate> = fc.record({
  limit: fc.oneof(fc.constantFrom(1, 3, 1e6, 1e9), fc.double({ min: 1e-3, max: 1e9, noNaN: true })),
  intervalMs: fc.oneof(fc.constant(1000), fc.double({ min: 1e-3, max: 1e8, noNaN: true })),
  burst: fc.integer({ min: 1, max: 20 }),
});
const ages = fc.oneof(fc.constantFrom(0, 0.1, LATE), fc.double({ min: 0, max: LATE, noNaN: true }));
const waits = fc.array(
  fc.oneof(
    fc.constant("turn" as const),
    fc.double({ min: 0, max: 100, noNaN: true }),
    fc.double({ min: 0, max: 0.01, noNaN: true }),
  ),
  { minLength: 10, maxLength: 60, size: "max" },
);

function bucketOf(rate: Rate): TokenBucket {
  return new TokenBucket(new Grains(rate));
}

/** Takes what turns there are, to be kept, and tells how many. */
function takeAll(bucket: TokenBucket, now: number): number {
  let count = 0;
  for (; bucket.has(now); count++) bucket.keep(bucket.take(now));
  return count;
}
