import { tryParseUrl } from "../../http/url/parse-url.ts";
import { show } from "../../service/options.ts";
import { didYouMean } from "../config/did-you-mean.ts";
import type { Variables } from "./telemetry-environment.ts";

/** What is wrong with the variables of the SDK, and what they are to be instead. */
export interface Sound {
  readonly changes: Variables;
  /** A line each, without the values of URLs, in which there may be passwords. */
  readonly faults: readonly string[];
}

const protocols = ["http/protobuf", "http/json", "grpc"];
const exporters = {
  TRACES: ["otlp", "zipkin", "none"],
  METRICS: ["otlp", "prometheus", "none"],
  LOGS: ["otlp", "none"],
} as const;
const GENERAL = "OTEL_EXPORTER_OTLP";

/**
 * Puts right what the SDK would not understand, or take for its default.
 *
 * The exporter `console` is left out, since it writes on the standard output, where pages go; so is one that
 * does not exist. A signal whose endpoint is no URL is not sent, since the SDK would send it to localhost.
 * `--otlp` stands in for all endpoints.
 */
export function soundEnvironment(otlp: string | undefined, env: Variables): Sound {
  const changes: Record<string, string> = {};
  const faults = new Set<string>();
  for (const signal of ["TRACES", "METRICS", "LOGS"] as const) {
    const exporter = `OTEL_${signal}_EXPORTER`;
    const { left, wrong } = sortedOut(textIn(env, exporter), exporters[signal]);
    for (const name of wrong) faults.add(exporterFault(exporter, name, exporters[signal]));
    if (wrong.length > 0) changes[exporter] = left.join(",") || "none";
    if (left[0] === "none" || (left.length === 0 && signal === "LOGS")) continue;

    const { name, protocol } = protocolOf(signal, env);
    if (!protocols.includes(protocol)) {
      faults.add(`${expected(name, protocols, protocol)}, http/protobuf is used`);
      changes[name] = "http/protobuf";
    }
    const endpoint = otlp === undefined ? faultyEndpoint(signal, env) : undefined;
    if (endpoint === undefined || protocol === "grpc") continue;
    faults.add(`Expected ${endpoint} to be an http or https URL, nothing is sent there`);
    changes[exporter] = "none";
  }
  return { changes, faults: [...faults] };
}

function sortedOut(
  text: string,
  known: readonly string[],
): { readonly left: readonly string[]; readonly wrong: readonly string[] } {
  const names = text.split(",").map((name) => name.trim());
  const given = names.filter((name) => name !== "");
  return {
    left: given.filter((name) => known.includes(name)),
    wrong: given.filter((name) => !known.includes(name)),
  };
}

function exporterFault(variable: string, name: string, known: readonly string[]): string {
  if (name !== "console") return `${expected(variable, known, name)}, which is left out`;
  return `${variable}: console is left out, since it writes on the standard output, where pages go`;
}

function expected(variable: string, known: readonly string[], got: string): string {
  return `Expected ${variable} to be one of ${known.join(", ")}: got ${show(got)}${didYouMean(got, known)}`;
}

function protocolOf(
  signal: string,
  env: Variables,
): { readonly name: string; readonly protocol: string } {
  const own = `${GENERAL}_${signal}_PROTOCOL`;
  const name = textIn(env, own) === "" ? `${GENERAL}_PROTOCOL` : own;
  return { name, protocol: textIn(env, name) || "http/protobuf" };
}

/** The variable that rules where a signal goes, where that is nowhere. */
function faultyEndpoint(signal: string, env: Variables): string | undefined {
  const own = `${GENERAL}_${signal}_ENDPOINT`;
  const name = textIn(env, own) === "" ? `${GENERAL}_ENDPOINT` : own;
  const text = textIn(env, name);
  const isWeb = /^https?:$/.test(tryParseUrl(text)?.protocol ?? "");
  return text === "" || isWeb ? undefined : name;
}

function textIn(env: Variables, name: string): string {
  return (env[name] ?? "").trim();
}
