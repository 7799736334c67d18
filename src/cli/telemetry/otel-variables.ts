import type { Environment } from "../config/environment.ts";

/** The variable that names the exporters of a signal, such as `TRACES`. */
export function exporterOf(signal: string): string {
  return `OTEL_${signal}_EXPORTER`;
}

/** The variable that says where to, or how, a signal is sent by OTLP, or all of them. */
export function otlpVariable(what: "ENDPOINT" | "PROTOCOL", signal?: string): string {
  return `OTEL_EXPORTER_OTLP_${signal === undefined ? "" : `${signal}_`}${what}`;
}

/** The text of a variable, without white space around it; empty where there is none. */
export function textIn(env: Environment, name: string): string {
  return (env[name] ?? "").trim();
}
