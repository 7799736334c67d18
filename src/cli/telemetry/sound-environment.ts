import { tryParseUrl } from "../../http/url/parse-url.ts";
import { show } from "../../service/options.ts";
import { didYouMean } from "../config/did-you-mean.ts";
import type { Environment } from "../config/environment.ts";
import { exporterOf, otlpVariable, textIn } from "./otel-variables.ts";

/** What is wrong with the variables of the SDK, and what they are to be instead. */
export interface Sound {
  readonly changes: Environment;
  /** A line each, without the values of URLs, in which there may be passwords. */
  readonly faults: readonly string[];
}

const protocols = ["http/protobuf", "http/json", "grpc"];
const exporters = {
  TRACES: ["otlp", "zipkin", "none"],
  METRICS: ["otlp", "prometheus", "none"],
  LOGS: ["otlp", "none"],
} as const;

/**
 * Puts right what the SDK would not understand, or take for its default.
 *
 * The exporter `console` is left out, since it writes on the standard output, where pages go; so is one that
 * does not exist. A signal whose endpoint is no URL is not sent, since the SDK would send it to localhost.
 * `--otlp` stands in for all endpoints.
 */
export function soundEnvironment(otlp: string | undefined, env: Environment): Sound {
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
  env: Environment,
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
function transport(signal: Signal, otlp: string | undefined, env: Environment): readonly Sound[] {
  const { name, protocol } = protocolOf(signal, env);
  const fault = `${expected(name, protocols, protocol)}, http/protobuf is used`;
  const sound = { changes: { [name]: "http/protobuf" }, faults: [fault] };
  const wrong = protocols.includes(protocol) ? [] : [sound];
  const endpoint = otlp === undefined ? faultyEndpoint(signal, env) : undefined;
  if (endpoint === undefined || protocol === "grpc") return wrong;
  const nowhere = `Expected ${endpoint} to be an http or https URL, nothing is sent there`;
  return [...wrong, { changes: { [exporterOf(signal)]: "none" }, faults: [nowhere] }];
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
  env: Environment,
): { readonly name: string; readonly protocol: string } {
  const name = rulingVariable("PROTOCOL", signal, env);
  return { name, protocol: textIn(env, name) || "http/protobuf" };
}

/** The variable that rules where a signal goes, where that is nowhere. */
function faultyEndpoint(signal: string, env: Environment): string | undefined {
  const name = rulingVariable("ENDPOINT", signal, env);
  const text = textIn(env, name);
  const isWeb = /^https?:$/.test(tryParseUrl(text)?.protocol ?? "");
  return text === "" || isWeb ? undefined : name;
}

/** The variable of the signal, or where it says nothing that of all signals. */
function rulingVariable(what: "ENDPOINT" | "PROTOCOL", signal: string, env: Environment): string {
  const own = otlpVariable(what, signal);
  return textIn(env, own) === "" ? otlpVariable(what) : own;
}
