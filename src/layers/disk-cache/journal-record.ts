import { isFileName } from "./disk-names.ts";

/** One thing that happened to a file of the cache. */
export type JournalRecord =
  | readonly ["put", name: string, bytes: number, key: string]
  | readonly ["hit", name: string]
  | readonly ["out", name: string];

/** Records as lines, of which the first is whole even where the last one before was cut off. */
export function linesOf(records: readonly JournalRecord[]): string {
  return records.map((record) => `\n${JSON.stringify(record)}`).join("") + "\n";
}

/** The records of whole lines. A line that makes no sense, such as one cut off, tells nothing. */
export function recordsOf(lines: string): readonly JournalRecord[] {
  return lines.split("\n").flatMap((line) => {
    const record = line === "" ? undefined : parse(line);
    return isRecord(record) ? [record] : [];
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isRecord(record: unknown): record is JournalRecord {
  if (!Array.isArray(record) || !isFileName(record[1])) return false;
  const [event, , bytes, key] = record;
  if (event === "put") return Number.isSafeInteger(bytes) && bytes >= 0 && typeof key === "string";
  return event === "hit" || event === "out";
}
