import type { Logger } from "pino";

import type { Paint } from "../live/paint.ts";
import { shownAsItIs } from "../printable.ts";
import { prettyLine } from "./pretty-line.ts";

/** From the most that can be told to the least. */
export const logLevels = ["trace", "debug", "info", "warn", "error"] as const;

export type LogLevel = (typeof logLevels)[number];

export type LogFormat = "json" | "pretty";

/** How records are written, and where. */
export interface RecordsOptions {
  readonly format: LogFormat;
  readonly level: LogLevel;
  readonly paint: Paint;
  /** Is given a line a record, at once: none is lost, however the process ends. */
  readonly print: (line: string) => void;
}

/** Opens a log of records that have `time`, `level` and `msg`, by pino. */
export async function openRecords(options: RecordsOptions): Promise<Logger> {
  const { format, level, paint, print } = options;
  const { pino, stdTimeFunctions } = await import("pino");
  const write = (json: string): void => {
    print(format === "json" ? shownAsItIs(json.trimEnd()) : prettyLine(json, paint));
  };
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime, formatters }, { write });
}
