import type { CacheLimits } from "../cache/variant-lru.ts";
import { isFileName } from "./disk-names.ts";

/** Lines that make no sense, of those read at once. A process that is killed leaves one. */
const MOST_SENSELESS = 10_000;

/** One thing that happened to a file of the cache, or what it is to keep to. */
export type JournalRecord =
  | readonly ["put", name: string, bytes: number, key: string]
  | readonly ["hit", name: string]
  | readonly ["out", name: string]
  | LimitsRecord;

/** Which limits a process keeps to. JSON has no `Infinity`. */
export type LimitsRecord = readonly ["max", entries: number | null, bytes: number | null];

/** The record that says these limits. */
export function recordOf({ maxEntries, maxBytes }: CacheLimits): LimitsRecord {
  return ["max", finite(maxEntries), finite(maxBytes)];
}

/** The limits that a record says. */
export function limitsOf([, entries, bytes]: LimitsRecord): CacheLimits {
  return { maxEntries: entries ?? Infinity, maxBytes: bytes ?? Infinity };
}

/** Records as lines, of which the first is whole even where the last one before was cut off. */
export function linesOf(records: readonly JournalRecord[]): string {
  return records.map((record) => `\n${JSON.stringify(record)}`).join("") + "\n";
}

/** Whether a journal may begin so, which is what nothing else does by chance. */
export function isJournalStart(text: string): boolean {
  return /^\n?\["(?:put|hit|out|max|new)",/.test(text);
}

/** The records of whole lines. A line that makes no sense, such as one cut off, tells nothing. */
export function recordsOf(lines: string): readonly JournalRecord[] {
  // At once, which is faster, as all are whole as a rule.
  const all = parse(`[${lines.trim().replaceAll(/\n+/g, ",")}]`);
  return (Array.isArray(all) ? all : parseEach(lines)).filter(isRecord);
}

/** The values of lines, up to where too many have none. */
function parseEach(lines: string): readonly unknown[] {
  const values: unknown[] = [];
  let senseless = 0;
  for (const line of lines.split("\n")) {
    if (!line.startsWith("[")) continue;
    const value = parse(line);
    if (value !== undefined) values.push(value);
    else if (++senseless > MOST_SENSELESS) break; // each costs as much as many good ones
  }
  return values;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isRecord(record: unknown): record is JournalRecord {
  if (!Array.isArray(record)) return false;
  const [event, first, second, key] = record;
  if (event === "max") return isLimit(first) && isLimit(second);
  if (!isFileName(first)) return false;
  if (event === "put") return isCount(second) && typeof key === "string";
  return event === "hit" || event === "out";
}

function isLimit(value: unknown): boolean {
  return value === null || isCount(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function finite(limit: number): number | null {
  return limit === Infinity ? null : limit;
}
