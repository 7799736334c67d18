import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Circuit } from "../../../src/layers/circuit-breaker/circuit.ts";
import { Circuits } from "../../../src/layers/circuit-breaker/circuits.ts";
import { consecutiveFailures } from "../../../src/layers/circuit-breaker/trip.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

const limits = {
  trip: consecutiveFailures(2),
  cooldownMs: 10,
  maxCooldownMs: 10,
  probes: 1,
  successes: 1,
  probeTimeoutMs: 10,
};

describe("Circuits", () => {
  it("forgets one without failures first, an open one last, and of equals the one not used for longest", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(
          fc.record({
            key: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
            failures: fc.nat(2),
            well: fc.boolean(),
          }),
          { minLength: 10, maxLength: 60, size: "max" },
        ),
        (maxKeys, uses) => {
          const circuits = new Circuits(limits, maxKeys);
          const made = new Set<Circuit>();
          let model: Circuit[] = []; // the one used last is last
          for (const { key, failures, well } of uses) {
            const known = model.find((circuit) => circuit.key === key);
            const circuit = circuits.of(key);
            expect(made.has(circuit) ? circuit : undefined).toBe(known);
            made.add(circuit);
            model = model.filter((other) => other !== circuit);
            if (model.length >= maxKeys) {
              const [least] = model.toSorted((a, b) => weight(a) - weight(b));
              model = model.filter((other) => other !== least);
            }
            model.push(circuit);
            for (let n = 0; n < failures; n++) end(circuit, true);
            if (well) end(circuit, false);
          }
        },
      ),
    ));

  it("never keeps more than it may, and what was used of late", () => {
    const circuits = new Circuits(limits, 1000);
    const made = Array.from({ length: 5000 }, (_, n) => circuits.of(`${n}`));
    const late = made.slice(-900);
    expect(late.map(({ key }) => circuits.of(key))).toEqual(late);
    const early = made.slice(0, 4000);
    expect(early.filter((circuit) => circuits.of(circuit.key) === circuit)).toEqual([]);
  });
});

function end(circuit: Circuit, failed: boolean): void {
  const { phase } = circuit;
  if (phase.name === "closed") circuit.settle(phase, failed, new VirtualClock());
}

function weight({ phase }: Circuit): number {
  if (phase.name !== "closed") return 2;
  return phase.history.failures > 0 ? 1 : 0;
}
