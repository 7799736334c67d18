import type { DiagLogger } from "@opentelemetry/api";

import { withoutSecrets } from "../log/facts.ts";

/** Whom the SDK tells what. */
export interface SdkListener {
  /** A delivery failed, for that reason. */
  readonly failed: (why: string) => void;
  /** It says anything else. */
  readonly says: (line: string) => void;
}

/** The most warnings and errors that are remembered, so that none is told twice. */
const MOST = 1000;

/**
 * Hears what the SDK says, in its `diag`, which would else go to the standard output, where pages go.
 *
 * An error or a warning is told once. What it warns of since the command asked for it is not told.
 */
export function sdkLog({ failed, says }: SdkListener): DiagLogger {
  const told = new Set<string>();
  const once = (...words: readonly unknown[]): void => {
    const line = lineOf(words);
    if (told.has(line) || told.size >= MOST || /EXPORTER contains "none"/.test(line)) return;
    told.add(line);
    says(line);
  };
  const always = (...words: readonly unknown[]): void => says(lineOf(words));
  const error = (...words: readonly unknown[]): void => {
    if (isDelivery(words)) failed(lineOf(words));
    else once(...words);
  };
  return { error, warn: once, info: always, debug: always, verbose: always };
}

/** What fails in the background comes with its stack, as JSON: it is a delivery. */
function isDelivery([text]: readonly unknown[]): boolean {
  return /^\{"|\bexport (?:timed out|threw|response|request)\b/.test(String(text));
}

function lineOf(words: readonly unknown[]): string {
  const plain = words.filter((word) => word instanceof Error || typeof word !== "object");
  const line = plain.map((word) => firstLine(String(word))).join(" ");
  return withoutSecrets(line).replace(/^(Header .* has invalid value) \(.*\)/s, "$1");
}

function firstLine(text: string): string {
  const [, message = text] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return message.split(/\\n|\n/, 1)[0] ?? message;
}
