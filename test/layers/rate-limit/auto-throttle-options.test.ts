import { describe, expect, it } from "vitest";

import { autoThrottleOf } from "../../../src/layers/rate-limit/auto-throttle-options.ts";
import { untyped } from "../../support/untyped.ts";

describe("autoThrottleOf", () => {
  it("is nothing where it is off", () => {
    expect(autoThrottleOf(false, 60_000)).toBeUndefined();
  });

  it("fills in what is left out, within the most of the throttle", () => {
    const usual = { targetConcurrency: 1, startDelayMs: 5000, maxDelayMs: 60_000 };
    expect(autoThrottleOf(true, 60_000)).toEqual(usual);
    expect(autoThrottleOf({}, 1000)).toEqual({ ...usual, startDelayMs: 1000, maxDelayMs: 1000 });
    const own = { targetConcurrency: 0.5, startDelayMs: 0, maxDelayMs: 10 };
    expect(autoThrottleOf(own, 1000)).toEqual(own);
  });

  it.each([
    [{ targetConcurrency: 0 }, "a finite number > 0: got 0"],
    [{ targetConcurrency: Infinity }, "a finite number > 0: got Infinity"],
    [{ targetConcurrency: "2" }, 'a finite number > 0: got "2"'],
    [{ startDelayMs: -1 }, 'Expected "autoThrottle.startDelayMs" to be a number of milliseconds'],
    [{ startDelayMs: 70_000 }, 'to be at most its "maxDelayMs", 60000: got 70000'],
    [{ maxDelayMs: 70_000 }, 'to be at most "maxDelayMs", 60000: got 70000'],
    [{ maxDelayMs: Number.NaN }, 'Expected "autoThrottle.maxDelayMs" to be a number'],
    [{ concurrency: 2 }, 'targetConcurrency, startDelayMs, maxDelayMs: got "concurrency"'],
    [5, "Expected the options of autoThrottle to be an object: got 5"],
    [null, "Expected the options of autoThrottle to be an object: got null"],
  ])("refuses %o", (options, message) => {
    expect(() => autoThrottleOf(untyped(options), 60_000)).toThrow(message);
  });
});
