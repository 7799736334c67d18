import {
  requireDuration,
  requireFunction,
  requireMethods,
  requireOptions,
  requirePositiveDuration,
  requireWhole,
} from "../../service/options.ts";
import type { Outcome } from "../../service/outcome.ts";
import { consecutiveFailures, type TripPolicy } from "./trip.ts";

/** Options of `circuitBreaker`. */
export interface CircuitBreakerOptions<Req, Res> {
  /** What the circuit of a request is of; undefined lets it pass unguarded. @defaultValue one for all */
  readonly key?: (request: Req) => string | undefined;
  /** When a circuit opens. @defaultValue `consecutiveFailures(5)` */
  readonly trip?: TripPolicy;
  /** Whether an outcome is a failure of what is called; undefined: it tells nothing. @defaultValue any error */
  readonly isFailure?: (outcome: Outcome<Res>, request: Req) => boolean | undefined;
  /** How long a circuit stays open at first, in milliseconds. @defaultValue 10 s */
  readonly cooldownMs?: number;
  /** Up to what that doubles each time the probes fail. @defaultValue 2 min, or `cooldownMs` if that is more */
  readonly maxCooldownMs?: number;
  /** Calls that are let through at once to see whether it can close. @defaultValue 1 */
  readonly probes?: number;
  /** How many of them must be well for that. @defaultValue `probes` */
  readonly successes?: number;
  /** After how long a probe that has not ended gives its place to another. @defaultValue 30 s */
  readonly probeTimeoutMs?: number;
  /** How many circuits are remembered. @defaultValue 10,000 */
  readonly maxKeys?: number;
}

/** The names of those options. */
export const optionNames: Readonly<Record<keyof CircuitBreakerOptions<unknown, unknown>, true>> = {
  key: true,
  trip: true,
  isFailure: true,
  cooldownMs: true,
  maxCooldownMs: true,
  probes: true,
  successes: true,
  probeTimeoutMs: true,
  maxKeys: true,
};

/** Options with all defaults filled in. What is wrong with one is thrown here. */
export function circuitBreakerOptions<Req, Res>(
  options: CircuitBreakerOptions<Req, Res>,
): Required<CircuitBreakerOptions<Req, Res>> {
  requireOptions("circuitBreaker", options, optionNames);
  const { key = () => ALL, isFailure = isError, trip = consecutiveFailures(5) } = options;
  requireFunction("key", key);
  requireFunction("isFailure", isFailure);
  requireFunction("trip", trip);
  requireMethods("trip()", trip(), ["record"]);
  const { probes = 1, successes = probes, maxKeys = 10_000 } = options;
  requireWhole("probes", probes, 1);
  requireWhole("successes", successes, 1);
  requireWhole("maxKeys", maxKeys, 1);
  return { key, isFailure, trip, probes, successes, maxKeys, ...durations(options) };
}

/** The key of the one circuit for all. */
const ALL = "all calls";

function isError(outcome: Outcome<unknown>): boolean {
  return !outcome.ok;
}

type Durations = Required<
  Pick<CircuitBreakerOptions<unknown, unknown>, "cooldownMs" | "maxCooldownMs" | "probeTimeoutMs">
>;

function durations(options: Partial<Durations>): Durations {
  const { cooldownMs = 10_000, probeTimeoutMs = 30_000 } = options;
  requireDuration("cooldownMs", cooldownMs);
  const { maxCooldownMs = Math.max(120_000, cooldownMs) } = options;
  requireDuration("maxCooldownMs", maxCooldownMs);
  requirePositiveDuration("probeTimeoutMs", probeTimeoutMs);
  if (cooldownMs <= maxCooldownMs && cooldownMs < Infinity) {
    return { cooldownMs, maxCooldownMs, probeTimeoutMs };
  }
  throw new RangeError(
    `Expected "cooldownMs" to be finite and at most "maxCooldownMs", ${maxCooldownMs}: got ${cooldownMs}`,
  );
}
