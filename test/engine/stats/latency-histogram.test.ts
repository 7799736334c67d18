import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { LatencyHistogram } from "../../../src/engine/stats/latency-histogram.ts";

const DAY_MS = 86_400_000;
const times = fc.array(fc.double({ min: 0, max: DAY_MS, noNaN: true }), { minLength: 1 });

describe("LatencyHistogram", () => {
  it("gives quantiles that are 2 % off at most, or 0.1 ms", () => {
    fc.assert(
      fc.property(times, (taken) => {
        const stats = filled(taken).stats();
        const sorted = taken.toSorted((a, b) => a - b);
        const quantiles = [
          [0.5, stats.p50Ms],
          [0.9, stats.p90Ms],
          [0.99, stats.p99Ms],
        ] as const;
        for (const [part, told] of quantiles) {
          const exact = sorted[Math.ceil(part * taken.length) - 1] ?? Number.NaN;
          expect(Math.abs(told - exact)).toBeLessThanOrEqual(Math.max(0.1, exact * 0.020001));
        }
      }),
    );
  });

  it("gives mean, maximum and count as they are, and quantiles in order", () => {
    fc.assert(
      fc.property(times, (taken) => {
        const { count, maxMs, meanMs, p50Ms, p90Ms, p99Ms } = filled(taken).stats();
        const sum = taken.reduce((total, ms) => total + ms, 0);
        expect({ count, maxMs, meanMs }).toEqual({
          count: taken.length,
          maxMs: Math.max(...taken),
          meanMs: sum / taken.length,
        });
        expect([p50Ms, p90Ms, p99Ms, maxMs]).toEqual(
          [p50Ms, p90Ms, p99Ms, maxMs].toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it("is all 0 before anything was measured", () => {
    expect(new Set(Object.values(filled([]).stats()))).toEqual(new Set([0]));
  });

  it("tells what took longer than a day as the longest, and what took less than nothing as 0", () => {
    expect(filled([3 * DAY_MS, 5 * DAY_MS]).stats().p50Ms).toBe(5 * DAY_MS);
    expect(filled([-1]).stats()).toMatchObject({ meanMs: 0, maxMs: 0, p50Ms: 0 });
  });
});

function filled(times: readonly number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const ms of times) histogram.add(ms);
  return histogram;
}
