import type { Meter } from "@opentelemetry/api";

import { countCircuits } from "../circuit-breaker/circuit-census.ts";

const observed = new WeakSet<Meter>();

/** Has a meter tell, once, in which phase the circuits of all stacks are. */
export function observeCircuits(meter: Meter): void {
  if (observed.has(meter)) return;
  observed.add(meter);
  const circuits = meter.createObservableUpDownCounter("pagoda.circuit_breaker.circuits", {
    description: "Circuits of circuit breakers, by state.",
    unit: "{circuit}",
  });
  circuits.addCallback((result) => {
    for (const [phase, count] of Object.entries(countCircuits())) {
      result.observe(count, { "pagoda.circuit_breaker.state": phase.replace("-", "_") });
    }
  });
}
