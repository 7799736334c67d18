/** Variables of the environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

const endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";
const defaults = { OTEL_EXPORTER_OTLP_TIMEOUT: "2500", OTEL_LOGS_EXPORTER: "none" };
const signals = ["TRACES", "METRICS"] as const;

/** Whether the environment switches OpenTelemetry off, whatever else is said. */
export function isDisabled(env: Variables): boolean {
  return env["OTEL_SDK_DISABLED"]?.trim().toLowerCase() === "true";
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
  env: Variables,
): Variables | undefined {
  if (isDisabled(env)) return undefined;
  if (otlp !== undefined) {
    const own = signals.map((signal) => [endpointOf(signal), undefined]);
    return { ...Object.fromEntries(own), [endpoint]: otlp, ...defaultsIn(env) };
  }
  const hasAll = isSet(env, endpoint);
  const wanted = signals.filter((signal) => hasAll || asksFor(signal, env));
  if (wanted.every((signal) => env[exporterOf(signal)] === "none")) return undefined;
  const others = signals.filter((signal) => !wanted.includes(signal));
  return {
    ...Object.fromEntries(others.map((signal) => [exporterOf(signal), "none"])),
    ...defaultsIn(env),
  };
}

function asksFor(signal: (typeof signals)[number], env: Variables): boolean {
  return isSet(env, endpointOf(signal)) || isSet(env, exporterOf(signal));
}

function defaultsIn(env: Variables): Variables {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !isSet(env, name)));
}

function endpointOf(signal: string): string {
  return `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`;
}

function exporterOf(signal: string): string {
  return `OTEL_${signal}_EXPORTER`;
}

function isSet(env: Variables, name: string): boolean {
  return (env[name] ?? "").trim() !== "";
}
