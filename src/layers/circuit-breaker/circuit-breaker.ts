import type { Context } from "../../service/context.ts";
import { type Layer, layer } from "../../service/layer.ts";
import type { Handler } from "../../service/service.ts";
import { requireKey } from "../require-key.ts";
import { type CircuitBreakerOptions, circuitBreakerOptions } from "./circuit-breaker-options.ts";
import { enrolCircuits } from "./circuit-census.ts";
import { tellChange, tellRefusal } from "./circuit-events.ts";
import { CircuitOpenError } from "./circuit-open-error.ts";
import type { Circuit, Pass } from "./circuit.ts";
import { Circuits } from "./circuits.ts";
import { GuardedCall } from "./guarded-call.ts";

/**
 * Holds calls off what has failed, until a few probes have found it well.
 *
 * Each key has a circuit of its own. Closed, it lets all calls through, until `trip` opens it.
 * Open, it refuses them with a {@link CircuitOpenError}, whose `retryAt` says until when.
 * Then it is half-open: `probes` calls at once may pass; the others are refused, with a `ready` that
 * resolves when a probe has ended, and as `retryAt` the instant at which one that goes on for
 * `probeTimeoutMs` gives its place to another, if any does.
 * A probe that fails opens it again, for twice as long as before, up to `maxCooldownMs`. When
 * `successes` of them were well it closes, and opens for `cooldownMs` the next time.
 * The outcome of a call that began before the circuit last opened or closed changes nothing.
 *
 * Neither failure nor success is an abort by the caller, a refusal from within, or a timeout before
 * the call has reached the leaf: such a probe gives its place back at once. A timeout after that is
 * a failure, even one that was set above and that the leaf does not heed.
 * What `isFailure` throws is reported as uncaught, and the call counts as neither.
 * No timer runs for a circuit. When there would be more than `maxKeys`, those without failures are
 * forgotten first and open ones last, and among equals those not used for longest.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<Page, Html>()
 *   .layer(circuitBreaker({ key: ({ host }) => host, trip: consecutiveFailures(3) }))
 *   .service(http);
 * ```
 */
export function circuitBreaker<Req, Res>(
  options: CircuitBreakerOptions<Req, Res> = {},
): Layer<Req, Res> {
  const { key, isFailure, maxKeys, ...limits } = circuitBreakerOptions(options);

  return layer("circuitBreaker", (inner) => {
    const circuits = new Circuits(limits, maxKeys);
    const enrolment = enrolCircuits(circuits);

    const call: Handler<Req, Res> = (request, context) => {
      const id = key(request);
      if (id === undefined) return inner.call(request, context);
      requireKey(id);
      const circuit = circuits.of(id);
      const call = new GuardedCall(circuit, enter(circuit, context), isFailure);
      const isProbe = circuit.phase.name !== "closed";
      if (isProbe || context.deadline < Infinity) call.watch(request, context);
      return call.make(inner, request, context);
    };
    return { call, [Symbol.dispose]: () => enrolment[Symbol.dispose]() };
  });
}

function enter(circuit: Circuit, context: Context): Pass {
  const { phase } = circuit;
  const pass = circuit.enter(context.clock);
  if (circuit.phase !== phase) tellChange(circuit, context);
  if (!(pass instanceof CircuitOpenError)) return pass;
  tellRefusal(pass, context);
  throw pass;
}
