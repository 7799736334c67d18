import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  consecutiveFailures,
  failureRate,
  type TripPolicy,
} from "../../../src/layers/circuit-breaker/trip.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { untyped } from "../../support/untyped.ts";

/** Calls that end, each so long after the one before, well or not. */
const calls = fc.array(fc.record({ afterMs: fc.nat(30), failed: fc.boolean() }), {
  minLength: 5,
  maxLength: 60,
  size: "max",
});
type Call = typeof calls extends fc.Arbitrary<(infer Call)[]> ? Call : never;

describe("consecutiveFailures", () => {
  it("opens at every failure that ends a row of n, and counts that row", () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), calls, (n, calls) => {
        const rows = calls.map((_, at) => {
          const lastWell = calls.slice(0, at + 1).findLastIndex(({ failed }) => !failed);
          return at - lastWell;
        });
        const expected = rows.map((failures) => ({ opens: failures >= n, failures }));
        expect(play(consecutiveFailures(n), calls)).toEqual(expected);
      }),
    ));

  it("never opens for Infinity", () => {
    const failures = Array.from({ length: 1000 }, () => ({ afterMs: 0, failed: true }));
    const ends = play(consecutiveFailures(Infinity), failures);
    expect(ends.some(({ opens }) => opens)).toBe(false);
  });

  it.each([0, 1.5, Number.NaN, "5"])("refuses %j", (n) => {
    expect(() => consecutiveFailures(untyped(n))).toThrow('Expected "n" to be a whole number >= 1');
  });
});

describe("failureRate", () => {
  it("opens at a failure when enough of the calls in its window have failed, and they are enough", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(0.01, 0.3, 0.5, 1),
        fc.integer({ min: 1, max: 8 }),
        calls,
        (threshold, minCalls, calls) => {
          let now = 0;
          const ended: { readonly slice: number; readonly failed: boolean }[] = [];
          const expected = calls.map(({ afterMs, failed }) => {
            now += afterMs;
            const slice = Math.floor(now / 10);
            ended.push({ slice, failed });
            const recent = ended.filter((call) => call.slice > slice - 10);
            const failures = recent.filter(({ failed }) => failed).length;
            const isRate = recent.length >= minCalls && failures / recent.length >= threshold;
            return { opens: failed && isRate, failures };
          });
          const trip = failureRate({ threshold, minCalls, windowMs: 100 });
          expect(play(trip, calls)).toEqual(expected);
        },
      ),
    ));

  it("opens at half of twenty calls in ten seconds by default", () => {
    const alternating = Array.from({ length: 30 }, (_, n) => ({
      afterMs: 50,
      failed: n % 2 === 1,
    }));
    expect(play(failureRate(), alternating).findIndex(({ opens }) => opens)).toBe(19);
    const slowly = alternating.map(({ failed }) => ({ afterMs: 1000, failed }));
    expect(play(failureRate(), slowly).some(({ opens }) => opens)).toBe(false);
  });

  it("forgets nothing in a window without end", () => {
    const rarely = Array.from({ length: 20 }, () => ({ afterMs: 1e9, failed: true }));
    expect(play(failureRate({ windowMs: Infinity }), rarely).at(-1)).toEqual({
      opens: true,
      failures: 20,
    });
  });

  it.each([
    [{ threshold: 0 }, 'Expected "threshold" to be above 0 and at most 1: got 0'],
    [{ threshold: 1.01 }, 'Expected "threshold" to be above 0 and at most 1: got 1.01'],
    [{ threshold: "0.5" }, 'Expected "threshold" to be above 0 and at most 1: got "0.5"'],
    [{ windowMs: 0 }, 'Expected "windowMs" to be above 0: got 0'],
    [{ windowMs: -1 }, 'Expected "windowMs" to be a number of milliseconds >= 0: got -1'],
    [{ minCalls: 0 }, 'Expected "minCalls" to be a whole number >= 1: got 0'],
    [{ rate: 0.5 }, "Expected options of failureRate, threshold, windowMs, minCalls"],
    [null, "Expected the options of failureRate to be an object"],
  ])("refuses the options %o", (options, message) => {
    expect(() => failureRate(untyped(options))).toThrow(message);
  });
});

/** What a fresh history says at the end of each call. */
function play(
  trip: TripPolicy,
  calls: readonly Call[],
): readonly { readonly opens: boolean; readonly failures: number }[] {
  const clock = new VirtualClock();
  const history = trip();
  return calls.map(({ afterMs, failed }) => {
    clock.advance(afterMs);
    const opens = history.record(failed, clock);
    return { opens, failures: history.failures };
  });
}
