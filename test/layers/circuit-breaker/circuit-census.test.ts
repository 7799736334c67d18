import { describe, expect, it } from "vitest";

import {
  countCircuits,
  enrolCircuits,
} from "../../../src/layers/circuit-breaker/circuit-census.ts";
import { Circuits } from "../../../src/layers/circuit-breaker/circuits.ts";
import { consecutiveFailures } from "../../../src/layers/circuit-breaker/trip.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

const limits = {
  trip: consecutiveFailures(1),
  cooldownMs: 1000,
  maxCooldownMs: 1000,
  probes: 1,
  successes: 1,
  probeTimeoutMs: 1000,
};

describe("countCircuits", () => {
  it("counts the circuits of all that are enrolled, by phase, until the enrolment is disposed", () => {
    const clock = new VirtualClock();
    const before = countCircuits();
    const circuits = new Circuits(limits, 10);
    const enrolment = enrolCircuits(circuits);
    circuits.of("well.test");
    const down = circuits.of("down.test");
    const pass = down.enter(clock);
    if (!(pass instanceof Error)) down.settle(pass, true, clock);
    const { closed, open } = before;
    expect(countCircuits()).toEqual({ ...before, closed: closed + 1, open: open + 1 });
    enrolment[Symbol.dispose]();
    expect(countCircuits()).toEqual(before);
  });
});
