import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  retryBudget,
  type RetryBudget,
  type RetryBudgetOptions,
} from "../../src/layers/retry-budget.ts";
import { Context } from "../../src/service/context.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { untyped } from "../support/untyped.ts";

describe("retryBudget", () => {
  it.each([
    [0.29, 100, 29],
    [1 / 3, 3, 1],
    [0.35, 20, 7],
    [0.15, 20, 3],
    [0.51, 100, 51],
    [0.75, 4, 3],
    [0.99, 100, 99],
    [0.7, 10, 7],
    [0.1, 9, 0],
    [0, 50, 0],
    [1, 7, 7],
    [2.5, 3, 7],
    [1000, 2, 2000],
  ])("grants of ratio %d and %d calls exactly %d repeats", (ratio, calls, repeats) => {
    expect(granted({ ratio, minPerSecond: 0 }, calls)).toBe(repeats);
  });

  it.each([
    [{}, 102],
    [{ ttlMs: 1000 }, 12],
    [{ ttlMs: 100, minPerSecond: 10 }, 3],
    [{ ttlMs: 100_000, minPerSecond: 0.29, ratio: 0 }, 29],
    [{ ttlMs: 10_000, minPerSecond: 0.1, ratio: 0 }, 1],
    [{ ttlMs: 10_000, minPerSecond: 0.05, ratio: 0.05 }, 1],
  ])("has a reserve of minPerSecond over ttlMs: %o", (options, repeats) => {
    expect(granted(options, 10)).toBe(repeats);
  });

  it("grants nothing without calls or a reserve", () => {
    expect(granted({ ratio: 1, minPerSecond: 0 }, 0)).toBe(0);
  });

  it("forgets calls after ttlMs, and not before a tenth of it is left", () => {
    const { at, deposit, withdraw } = account({ ttlMs: 1000, minPerSecond: 0, ratio: 0.5 }, 99);
    deposit(2);
    at(901);
    expect(withdraw()).toBe(true);
    at(2902);
    deposit(1);
    at(3203);
    deposit(1);
    at(4004);
    deposit(1);
    expect([withdraw(), withdraw()]).toEqual([true, false]);
    at(7004);
    expect(withdraw()).toBe(false);
  });

  it("forgets repeats after ttlMs and a tenth at most, so that the reserve fills up again", () => {
    const { at, withdraw } = account({ ttlMs: 1000, minPerSecond: 5 });
    const take = (): boolean[] => Array.from({ length: 6 }, withdraw);
    const five = [true, true, true, true, true, false];
    expect(take()).toEqual(five);
    at(1099);
    expect(withdraw()).toBe(false);
    at(1100);
    expect(take()).toEqual(five);
    at(100 * 365 * 24 * 3_600_000);
    expect(take()).toEqual(five);
  });

  it("keeps an account for each key, and opens anew the one unused for longest", () => {
    const budget = retryBudget<string>({
      ratio: 0,
      minPerSecond: 1,
      ttlMs: 1000,
      key: (host) => host,
      maxKeys: 2,
    });
    const context = new Context({ clock: new VirtualClock() });
    const withdrawn = ["a", "b", "b", "a", "c", "a", "b"].map((host) =>
      budget.withdraw(host, context),
    );
    expect(withdrawn).toEqual([true, true, false, false, true, false, true]);
  });

  it("throws where its key is no text", () => {
    const budget = retryBudget({ key: () => untyped(undefined) });
    const context = new Context();
    expect(() => budget.deposit("/", context)).toThrow(
      'Expected "key" to return a string: got undefined',
    );
  });

  it("grants a repeat whenever, and only when, calls and reserve pay for it", () => {
    fc.assert(
      fc.property(parts, steps, (parts, steps) => {
        const budget = retryBudget(optionsOf(parts));
        const model = naive(parts);
        const clock = new VirtualClock();
        const context = new Context({ clock });
        for (const { waitMs, calls, repeats } of steps) {
          clock.advance(waitMs);
          for (let n = 0; n < calls; n++) {
            budget.deposit("/", context);
            model.deposit(clock.now());
          }
          for (let n = 0; n < repeats; n++) {
            expect(budget.withdraw("/", context)).toBe(model.withdraw(clock.now()));
          }
        }
      }),
    );
  });

  it("grants in no ttlMs that ends with a repeat more than its calls and the reserve pay for", () => {
    fc.assert(
      fc.property(parts, fc.nat(1000), steps, (parts, begins, steps) => {
        const { at, deposit, withdraw } = account(optionsOf(parts), begins / 8);
        const calls: number[] = [];
        let repeats: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step.waitMs;
          at(now);
          deposit(step.calls);
          calls.push(...times(step.calls, now));
          repeats.push(...times(step.repeats, now).filter(withdraw));
          const recent = (instant: number): boolean => instant > now - parts.ttlMs;
          repeats = repeats.filter(recent);
          if (repeats.at(-1) !== now) continue;
          expect(repeats.length).toBeLessThanOrEqual(paidBy(parts, calls.filter(recent).length));
        }
      }),
    );
  });

  it("gives no more than the reserve in any ttlMs, wherever it begins", () => {
    const { at, withdraw } = account({ ratio: 0, minPerSecond: 10, ttlMs: 10_000 });
    const grantedAt = (ms: number): number => {
      at(ms);
      return times(200, ms).filter(withdraw).length;
    };
    expect(grantedAt(0)).toBe(100);
    expect([999, 9999, 10_000, 10_999].map(grantedAt)).toEqual([0, 0, 0, 0]);
    expect([11_999, 21_998, 23_000].map(grantedAt)).toEqual([100, 0, 100]);
  });

  it.each([
    [{ ratio: -0.1 }, 'Expected "ratio" to be a finite number from 0 to 1000: got -0.1'],
    [{ ratio: 1001 }, 'Expected "ratio"'],
    [{ ratio: Number.NaN }, 'Expected "ratio"'],
    [{ ratio: "0.2" }, 'Expected "ratio" to be a finite number from 0 to 1000: got "0.2"'],
    [{ ratio: Symbol("s") }, "from 0 to 1000: got Symbol(s)"],
    [{ ratio: 1n }, "from 0 to 1000: got 1n"],
    [{ minPerSecond: Symbol("s") }, 'Expected "minPerSecond"'],
    [{ ttlMs: Symbol("s") }, 'Expected "ttlMs"'],
    [{ minPerSecond: -1 }, 'Expected "minPerSecond" to be a finite number >= 0: got -1'],
    [{ minPerSecond: Infinity }, 'Expected "minPerSecond"'],
    [{ ttlMs: 0 }, 'Expected "ttlMs" to be a finite number of milliseconds > 0: got 0'],
    [{ ttlMs: Infinity }, 'Expected "ttlMs"'],
    [{ maxKeys: 0 }, 'Expected "maxKeys" to be a whole number >= 1: got 0'],
    [{ key: "host" }, 'Expected "key" to be a function: got "host"'],
    [{ minPerSec: 5 }, "Expected options of retryBudget"],
    [null, "Expected the options of retryBudget to be an object: got null"],
  ])("refuses the options %o", (options, message) => {
    expect(() => retryBudget(untyped(options))).toThrow(message);
  });
});

function times(n: number, instant: number): readonly number[] {
  return Array.from({ length: n }, () => instant);
}

/** How many repeats so many calls and the reserve pay for. */
function paidBy({ ratio: [share, of], perSecond: [some, seconds], ttlMs }: Parts, calls: number) {
  return Math.floor((calls * share * seconds * 1000 + some * ttlMs * of) / (of * seconds * 1000));
}

/** How many repeats are granted in a row after so many calls. */
function granted(options: RetryBudgetOptions<unknown>, calls: number): number {
  const { deposit, withdraw } = account(options);
  deposit(calls);
  let repeats = 0;
  while (withdraw()) repeats++;
  return repeats;
}

interface Account {
  /** Moves time to so long after the beginning. */
  readonly at: (ms: number) => void;
  readonly deposit: (calls: number) => void;
  readonly withdraw: () => boolean;
}

function account(options: RetryBudgetOptions<unknown>, beginsAt = 0): Account {
  const clock = new VirtualClock();
  clock.advance(beginsAt);
  const context = new Context({ clock });
  const budget: RetryBudget<unknown> = retryBudget(options);
  return {
    at: (ms) => clock.advance(beginsAt + ms - clock.now()),
    deposit(calls) {
      for (let n = 0; n < calls; n++) budget.deposit("/", context);
    },
    withdraw: () => budget.withdraw("/", context),
  };
}

interface Parts {
  readonly ratio: readonly [number, number];
  readonly perSecond: readonly [number, number];
  readonly ttlMs: number;
}

const parts: fc.Arbitrary<Parts> = fc.record({
  ratio: fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 300 })),
  perSecond: fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 30 })),
  ttlMs: fc.constantFrom(1, 7, 100, 999, 1000, 2500),
});

const steps = fc.array(
  fc.record({
    waitMs: fc.oneof(fc.nat(5), fc.nat(300), fc.constantFrom(0, 900, 1000, 1e9)),
    calls: fc.nat(20),
    repeats: fc.nat(20),
  }),
  { maxLength: 30 },
);

function optionsOf({ ratio, perSecond, ttlMs }: Parts): RetryBudgetOptions<unknown> {
  return { ratio: ratio[0] / ratio[1], minPerSecond: perSecond[0] / perSecond[1], ttlMs };
}

/** Remembers all there ever was, and reckons with whole numbers that have no end. */
function naive({ ratio: [share, of], perSecond: [some, seconds], ttlMs }: Parts) {
  const calls: number[] = [];
  const repeats: number[] = [];
  let openedAt: number | undefined;
  const slotOf = (now: number): number => Math.floor(((now - (openedAt ??= now)) * 10) / ttlMs);
  return {
    deposit: (now: number) => void calls.push(slotOf(now)),
    withdraw(now: number): boolean {
      const slot = slotOf(now);
      const earned = since(calls, slot - 9) * BigInt(share) * BigInt(seconds) * 1000n;
      const reserve = BigInt(some) * BigInt(ttlMs) * BigInt(of);
      const allowed = (earned + reserve) / (BigInt(of) * BigInt(seconds) * 1000n);
      if (since(repeats, slot - 10) >= allowed) return false;
      repeats.push(slot);
      return true;
    },
  };
}

function since(slots: readonly number[], slot: number): bigint {
  return BigInt(slots.filter((other) => other >= slot).length);
}
