import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { AutoDelay, type AutoDelayRules } from "../../../src/layers/rate-limit/auto-delay.ts";

const usual: AutoDelayRules = { targetConcurrency: 1, startDelayMs: 5000, maxDelayMs: 60_000 };

describe("AutoDelay", () => {
  it("begins with the delay for domains that are not known", () => {
    expect(new AutoDelay(usual).delayMs).toBe(5000);
  });

  it("comes half of the way down to the latency with each 200", () => {
    const delays = [1000, 1000, 1000].map(answering(new AutoDelay(usual), 200));
    expect(delays).toEqual([3000, 2000, 1500]);
  });

  it("goes up to the latency at once, within the most", () => {
    const delays = [9000, 70_000].map(answering(new AutoDelay(usual), 200));
    expect(delays).toEqual([9000, 60_000]);
  });

  it("has as many requests under way as it is told to", () => {
    const auto = new AutoDelay({ ...usual, targetConcurrency: 4, startDelayMs: 0 });
    expect([1000].map(answering(auto, 200))).toEqual([250]);
  });

  it.each([201, 204, 301, 304, 404, 429, 500, 503, undefined])(
    "is raised by a slow %s, and never lowered by a fast one",
    (status) => {
      const auto = new AutoDelay(usual);
      expect([10, 8000, 10].map(answering(auto, status))).toEqual([5000, 8000, 8000]);
    },
  );

  it("is always what the rules of Scrapy make of it", () => {
    fc.assert(
      fc.property(rules, fc.array(answer), (rules, answers) => {
        const auto = new AutoDelay(rules);
        let delay = rules.startDelayMs;
        for (const { status, latencyMs } of answers) {
          auto.learn({ status, latencyMs });
          delay = byScrapy(delay, status, latencyMs, rules);
          expect(auto.delayMs).toBe(delay);
        }
      }),
    );
  });

  it("is never beyond the most, nor below both where it began and all that was asked for", () => {
    fc.assert(
      fc.property(rules, fc.array(answer), (rules, answers) => {
        const auto = new AutoDelay(rules);
        for (const one of answers) auto.learn(one);
        const targets = answers.map(({ latencyMs }) => latencyMs / rules.targetConcurrency);
        const least = Math.min(rules.startDelayMs, ...targets);
        expect(auto.delayMs).toBeLessThanOrEqual(rules.maxDelayMs);
        expect(auto.delayMs).toBeGreaterThanOrEqual(least);
      }),
    );
  });
});

const rules = fc.record({
  targetConcurrency: fc.double({ min: 0.1, max: 20, noNaN: true }),
  startDelayMs: fc.nat(10_000),
  maxDelayMs: fc.integer({ min: 10_000, max: 60_000 }),
});

const answer = fc.record({
  status: fc.constantFrom(200, 200, 200, 304, 404, 429, 503, undefined),
  latencyMs: fc.nat(100_000),
});

/** `AutoThrottle._adjust_delay`, in milliseconds and without a least delay. */
function byScrapy(
  delay: number,
  status: number | undefined,
  latency: number,
  { targetConcurrency, maxDelayMs }: AutoDelayRules,
): number {
  const target = latency / targetConcurrency;
  let next = (delay + target) / 2;
  next = Math.max(target, next);
  next = Math.min(Math.max(0, next), maxDelayMs);
  return next <= delay && status !== 200 ? delay : next;
}

function answering(auto: AutoDelay, status: number | undefined): (latencyMs: number) => number {
  return (latencyMs) => {
    auto.learn({ status, latencyMs });
    return auto.delayMs;
  };
}
