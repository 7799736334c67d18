import { describe, expect, it } from "vitest";

import { circuitBreaker } from "../../../src/layers/circuit-breaker/circuit-breaker.ts";
import { consecutiveFailures } from "../../../src/layers/circuit-breaker/trip.ts";
import { untyped } from "../../support/untyped.ts";

describe("the options of circuitBreaker", () => {
  it.each([
    [{ key: "host" }, 'Expected "key" to be a function'],
    [{ isFailure: true }, 'Expected "isFailure" to be a function'],
    [{ trip: 5 }, 'Expected "trip" to be a function'],
    [{ trip: consecutiveFailures }, 'Expected "n" to be a whole number >= 1: got undefined'],
    [{ trip: () => 5 }, 'Expected "trip()" to be an object: got 5'],
    [{ trip: () => ({ failures: 0 }) }, 'Expected "trip().record" to be a function'],
    [{ cooldownMs: -1 }, 'Expected "cooldownMs"'],
    [{ cooldownMs: 10n }, 'Expected "cooldownMs" to be a number of milliseconds >= 0: got 10n'],
    [{ cooldownMs: Symbol("s") }, 'Expected "cooldownMs"'],
    [{ cooldownMs: Infinity }, 'Expected "cooldownMs" to be finite'],
    [{ maxCooldownMs: 5 }, 'Expected "cooldownMs" to be finite and at most "maxCooldownMs", 5'],
    [{ probes: 0 }, 'Expected "probes" to be a whole number >= 1: got 0'],
    [{ successes: 1.5 }, 'Expected "successes" to be a whole number >= 1: got 1.5'],
    [{ probeTimeoutMs: 0 }, 'Expected "probeTimeoutMs" to be above 0: got 0'],
    [{ maxKeys: 0 }, 'Expected "maxKeys" to be a whole number >= 1: got 0'],
    [{ failures: 5 }, "Expected options of circuitBreaker, key, trip"],
    [null, "Expected the options of circuitBreaker to be an object: got null"],
  ])("are refused where they are %o", (options, message) => {
    expect(() => circuitBreaker(untyped(options))).toThrow(message);
  });
});
