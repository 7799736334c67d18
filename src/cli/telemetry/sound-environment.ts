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
  const all = (["TRACES", "METRICS", "LOGS"] as const).flatMap((signal) => {
    const given = sortedOut(signal, env);
    return [given.sound].concat(given.isSent ? transport(signal, otlp, env) : []);
  });
  return {
    changes: Object.assign({}, ...all.map(({ changes }) => changes)),
    faults: [...new Set(all.flatMap(({ faults }) => faults))],
  };
}

type Signal = keyof typeof exporters;

/** The exporters of a signal that there are. */
function sortedOut(
  signal: Signal,
  env: Variables,
): { readonly sound: Sound; readonly isSent: boolean } {
  const name = exporterOf(signal);
  const known: readonly string[] = exporters[signal];
  const given = textIn(env, name).split(",");
  const names = given.map((one) => one.trim()).filter((one) => one !== "");
  const left = names.filter((one) => known.includes(one));
  const wrong = names.filter((one) => !known.includes(one));
  return {
    sound: {
      changes: wrong.length > 0 ? { [name]: left.join(",") || "none" } : {},
      faults: wrong.map((one) => exporterFault(name, one, known)),
    },
    isSent: left[0] === undefined ? names.length === 0 && signal !== "LOGS" : left[0] !== "none",
  };
}

/** How, and where to, a signal is sent. */
function transport(signal: Signal, otlp: string | undefined, env: Variables): readonly Sound[] {
  const { name, protocol } = protocolOf(signal, env);
  const fault = `${expected(name, protocols, protocol)}, http/protobuf is used`;
  const sound = { changes: { [name]: "http/protobuf" }, faults: [fault] };
  const wrong = protocols.includes(protocol) ? [] : [sound];
  const endpoint = otlp === undefined ? faultyEndpoint(signal, env) : undefined;
  if (endpoint === undefined || protocol === "grpc") return wrong;
  const nowhere = `Expected ${endpoint} to be an http or https URL, nothing is sent there`;
  return [...wrong, { changes: { [exporterOf(signal)]: "none" }, faults: [nowhere] }];
}

function exporterOf(signal: Signal): string {
  return `OTEL_${signal}_EXPORTER`;
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
