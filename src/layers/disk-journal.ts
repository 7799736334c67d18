import {
  appendFileSync,
  closeSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";

import { isFileName } from "./disk-names.ts";
import { codeOf, unlinkQuick } from "./quick-file.ts";

/** One thing that happened to a file of the cache, as a line of the journal has it. */
export type JournalRecord =
  | readonly ["put", name: string, bytes: number, key: string]
  | readonly ["hit", name: string]
  | readonly ["out", name: string];

/** Hears what the journal tells. */
export interface JournalReader {
  readonly apply: (record: JournalRecord) => void;
  /** All told so far is void. */
  readonly reset: () => void;
}

const NEWLINE = 10;
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * What happened in a folder, in order, as all processes that share it wrote it down.
 *
 * Each appends whole lines in one write, which a local file system does not mix with others.
 * A line that makes no sense, such as one cut off by a crash, tells nothing.
 */
export class DiskJournal {
  readonly #path: string;
  readonly #reader: JournalReader;
  #identity: string | undefined;
  #read = 0; // bytes that the reader knows of
  #own = 0; // bytes appended since; the reader knows those of us too
  #records = 0;

  constructor(path: string, reader: JournalReader) {
    this.#path = path;
    this.#reader = reader;
  }

  /** Lines since the journal was last written anew. */
  get records(): number {
    return this.#records;
  }

  /** Tells the reader what others have appended, and our own again where it lies among that. */
  refresh(): void {
    const stats = statSync(this.#path, { throwIfNoEntry: false });
    const identity = stats && `${stats.ino} ${stats.birthtimeMs}`;
    const size = stats?.size ?? 0;
    if (identity !== this.#identity || size < this.#read) {
      this.#identity = identity;
      this.#read = 0;
      this.#records = 0;
      this.#reader.reset();
      if (size > 0) this.#readOn();
    } else if (size === this.#read + this.#own) this.#read = size;
    else this.#readOn();
    this.#own = 0;
  }

  /** Appends what the reader knows already. Without a folder there is nothing to tell. */
  append(records: readonly JournalRecord[]): void {
    const text = linesOf(records);
    try {
      appendFileSync(this.#path, text);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
      throw error;
    }
    this.#own += Buffer.byteLength(text);
    this.#records += records.length;
  }

  /**
   * Replaces the journal by a shorter one that comes to the same; `records` makes it.
   *
   * One process at a time does so: the new file is its claim. What others append meanwhile is kept.
   */
  rewrite(records: () => readonly JournalRecord[]): void {
    const next = `${this.#path}.new`;
    if (!this.#claim(next)) return;
    try {
      this.#replace(next, records);
    } catch (error) {
      unlinkQuick(next);
      throw error;
    }
    this.refresh();
  }

  #replace(next: string, records: () => readonly JournalRecord[]): void {
    const old = openSync(this.#path, "r");
    try {
      this.refresh();
      writeFileSync(next, linesOf(records()));
      renameSync(next, this.#path);
      appendFileSync(this.#path, readFrom(old, this.#read)); // what others wrote meanwhile
    } finally {
      closeSync(old);
    }
  }

  #claim(next: string): boolean {
    try {
      closeSync(openSync(next, "wx"));
      return true;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      const claimed = statSync(next, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
      if (claimed < statSync(this.#path).mtimeMs - ABANDONED_MS) unlinkQuick(next);
      return false;
    }
  }

  #readOn(): void {
    const file = openSync(this.#path, "r");
    try {
      const news = readFrom(file, this.#read);
      const whole = news.subarray(0, news.lastIndexOf(NEWLINE) + 1);
      for (const line of whole.toString("utf8").split("\n")) {
        const record = parse(line);
        if (!record) continue;
        this.#records++;
        this.#reader.apply(record);
      }
      this.#read += whole.byteLength;
    } finally {
      closeSync(file);
    }
  }
}

/** Begins with a line of its own even after one that was cut off. */
function linesOf(records: readonly JournalRecord[]): string {
  return records.map((record) => `\n${JSON.stringify(record)}`).join("") + "\n";
}

function readFrom(file: number, position: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, fstatSync(file).size - position));
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.byteLength, position));
}

function parse(line: string): JournalRecord | undefined {
  if (line === "") return undefined;
  try {
    const record: unknown = JSON.parse(line);
    return isRecord(record) ? record : undefined;
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
