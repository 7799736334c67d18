import type { Environment } from "../config/environment.ts";
import { exporterOf, otlpVariable, textIn } from "./otel-variables.ts";

const defaults = { OTEL_EXPORTER_OTLP_TIMEOUT: "2500", OTEL_LOGS_EXPORTER: "none" };
const signals = ["TRACES", "METRICS"] as const;

/** Whether the environment switches OpenTelemetry off, whatever else is said. */
export function isDisabled(env: Environment): boolean {
  return textIn(env, "OTEL_SDK_DISABLED").toLowerCase() === "true";
}

/**
 * What the variables of the SDK are to be, so that it does what `--otlp` and the environment ask for;
 * undefined where they ask for nothing.
 *
 * `--otlp` wins over the endpoints of the environment. Of traces and metrics, what is asked for by
 * itself comes alone. Logs are sent only where that is asked for. One delivery has 2.5 s where nothing
 * else is said, since the command waits for the last.
 */
export function telemetryEnvironment(
  otlp: string | undefined,
  env: Environment,
): Environment | undefined {
  if (isDisabled(env)) return undefined;
  if (otlp !== undefined) {
    const own = signals.map((signal) => [otlpVariable("ENDPOINT", signal), undefined]);
    return { ...Object.fromEntries(own), [otlpVariable("ENDPOINT")]: otlp, ...defaultsIn(env) };
  }
  const hasAll = isSet(env, otlpVariable("ENDPOINT"));
  const wanted = signals.filter((signal) => hasAll || asksFor(signal, env));
  if (wanted.every((signal) => textIn(env, exporterOf(signal)) === "none")) return undefined;
  const others = signals.filter((signal) => !wanted.includes(signal));
  return {
    ...Object.fromEntries(others.map((signal) => [exporterOf(signal), "none"])),
    ...defaultsIn(env),
  };
}

function asksFor(signal: (typeof signals)[number], env: Environment): boolean {
  return isSet(env, otlpVariable("ENDPOINT", signal)) || isSet(env, exporterOf(signal));
}

function defaultsIn(env: Environment): Environment {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !isSet(env, name)));
}

function isSet(env: Environment, name: string): boolean {
  return textIn(env, name) !== "";
}
