import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import type { CircuitOpenError } from "./circuit-open-error.ts";
import type { Circuit } from "./circuit.ts";

/** Tells of the phase that has begun for a circuit. */
export function tellChange({ key, phase }: Circuit, context: Context): void {
  if (!layerEvents.hasSubscribers) return;
  switch (phase.name) {
    case "open": {
      const { failures, retryAt } = phase;
      return publish(context, "circuitBreaker", "opened", { key, retryAt, failures });
    }
    case "half-open":
      return publish(context, "circuitBreaker", "halfOpened", { key });
    case "closed":
      return publish(context, "circuitBreaker", "closed", { key });
  }
}

/** Tells that a call was not let through. */
export function tellRefusal({ key, retryAt }: CircuitOpenError, context: Context): void {
  if (layerEvents.hasSubscribers) publish(context, "circuitBreaker", "refused", { key, retryAt });
}
