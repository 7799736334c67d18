import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";

import { type JournalRecord, linesOf, recordsOf } from "./journal-record.ts";
import { codeOf, unlinkQuick } from "./quick-file.ts";

/** Hears what the journal tells. */
export interface JournalReader {
  readonly apply: (record: JournalRecord) => void;
  /** All told so far is void. */
  readonly reset: () => void;
}

const APPEND = constants.O_RDWR | constants.O_APPEND;
const NEWLINE = 10;
const ABANDONED_MS = 60 * 60 * 1000;

const closer = new FinalizationRegistry<number>((file) => closeSync(file));

/**
 * What happened in a folder, in order, as all processes that share it wrote it down.
 *
 * Each appends whole lines in one write, which a local file system does not mix with others.
 */
export class DiskJournal {
  readonly #path: string;
  readonly #reader: JournalReader;
  #file: number | undefined;
  #read = 0; // bytes that the reader knows of
  #own = ""; // appended since; the reader knows that too
  #records = 0;

  constructor(path: string, reader: JournalReader) {
    this.#path = path;
    this.#reader = reader;
  }

  /** About how many lines it takes to read the journal. */
  get records(): number {
    return this.#records;
  }

  /** Tells the reader what others have appended, and our own again where it lies among that. */
  refresh(): void {
    const stats = this.#file === undefined ? undefined : fstatSync(this.#file);
    if (!stats || stats.nlink === 0 || stats.size < this.#read) this.#reopen();
    else if (stats.size === this.#read + Buffer.byteLength(this.#own)) this.#read = stats.size;
    else this.#readOn();
    this.#own = "";
  }

  /** Appends what the reader knows already. */
  append(records: readonly JournalRecord[]): void {
    const text = linesOf(records);
    this.#file ??= this.#open(APPEND | constants.O_CREAT);
    if (this.#file === undefined) return; // the folder is gone, and all that the lines speak of
    writeSync(this.#file, text);
    this.#own += text;
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
      this.refresh();
      writeFileSync(next, linesOf(records()));
      renameSync(next, this.#path);
    } catch (error) {
      unlinkQuick(next);
      throw error;
    }
    this.#own = this.#file === undefined ? "" : readFrom(this.#file, this.#read).toString("utf8");
    this.refresh();
  }

  close(): void {
    if (this.#file === undefined) return;
    closer.unregister(this);
    closeSync(this.#file);
    this.#file = undefined;
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

  /** Begins anew with the journal that is there now. */
  #reopen(): void {
    this.close();
    this.#read = 0;
    this.#records = 0;
    this.#reader.reset();
    this.#file = this.#open(APPEND);
    if (this.#file === undefined) return;
    if (this.#own !== "") writeSync(this.#file, this.#own); // it may have missed this journal
    this.#readOn();
  }

  #readOn(): void {
    if (this.#file === undefined) return;
    const news = readFrom(this.#file, this.#read);
    const whole = news.subarray(0, news.lastIndexOf(NEWLINE) + 1);
    this.#read += whole.byteLength;
    for (const record of recordsOf(whole.toString("utf8"))) {
      this.#records++;
      this.#reader.apply(record);
    }
  }

  #open(flags: number): number | undefined {
    try {
      const file = openSync(this.#path, flags);
      closer.register(this, file, this);
      return file;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      if (flags !== constants.O_RDONLY && isReadOnly(error)) return this.#open(constants.O_RDONLY);
      throw error;
    }
  }
}

function isReadOnly(error: unknown): boolean {
  return codeOf(error) === "EACCES" || codeOf(error) === "EROFS";
}

function readFrom(file: number, position: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, fstatSync(file).size - position));
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.byteLength, position));
}
