import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  writeSync,
} from "node:fs";
import { promisify } from "node:util";

import { detached, openClaim } from "./journal-claim.ts";
import { type JournalRecord, linesOf, recordsOf } from "./journal-record.ts";
import { codeOf, OWNER_ONLY, removeIfPossible, removeQuick, SAFE } from "./quick-file.ts";

/** Hears what the journal tells. */
export interface JournalReader {
  readonly apply: (record: JournalRecord) => void;
  /** All told so far is void. */
  readonly reset: () => void;
}

const APPEND = constants.O_RDWR | constants.O_APPEND;
const NEWLINE = 10;
/** Bytes that are read at once. A line is shorter. */
const PIECE = 2 ** 20;
/** No journal grows to this size. */
const HUGE = 2 ** 30;
/** Pieces without an end of a line that are skipped. What has more is no journal. */
const MOST_ENDLESS = 16;
const NO_FILE: ReadonlySet<unknown> = new Set(["EISDIR", "ELOOP", "ENXIO"]);
const READ_ONLY: ReadonlySet<unknown> = new Set(["EACCES", "EPERM", "EROFS"]);

const NOTHING = Buffer.alloc(0);
const closer = new FinalizationRegistry<number>((file) => closeSync(file));
const flushAsync = promisify(fdatasync);

/**
 * What happened in a folder, in order, as all processes that share it wrote it down.
 *
 * Each appends whole lines in one write, which a local file system does not mix with others.
 * What has its name and is no file is as if it were not there, and gives way to the first line.
 */
export class DiskJournal {
  readonly #path: string;
  readonly #reader: JournalReader;
  #file: number | undefined;
  #inode: number | undefined; // of that file
  #rubbish: Stats | undefined; // of a file that turned out to be no journal
  #refusal: Error | undefined; // why nothing can be appended
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
    const stats = this.#file === undefined ? undefined : statsOf(this.#path);
    if (!stats || stats.ino !== this.#inode || stats.size < this.#read) this.#reopen();
    else if (stats.size === this.#read + Buffer.byteLength(this.#own)) this.#read = stats.size;
    else this.#readOn();
    this.#own = "";
  }

  /** Appends what the reader knows already. */
  append(records: readonly JournalRecord[]): void {
    if (this.#file === undefined) {
      const file = this.#open(APPEND | constants.O_CREAT);
      if (file === undefined) return; // the folder is gone, and all that the lines speak of
      this.#begin(file, 0, 0);
    }
    if (this.#refusal !== undefined) throw this.#refusal;
    this.#write(linesOf(records));
    this.#records += records.length;
  }

  /** Makes what was appended outlive a power cut. */
  async flush(): Promise<void> {
    if (this.#file === undefined) return;
    const file = openSync(this.#path, APPEND | SAFE); // ours may be closed meanwhile
    try {
      await flushAsync(file);
    } finally {
      closeSync(file);
    }
  }

  /**
   * Replaces the journal by a shorter one that comes to the same; `records` makes it.
   *
   * One process at a time does so. What others append meanwhile is kept.
   */
  rewrite(records: () => readonly JournalRecord[]): void {
    const next = `${this.#path}.new`;
    const file = openClaim(next, this.#path);
    if (file === undefined) return;
    let shorter: readonly JournalRecord[];
    try {
      this.refresh();
      shorter = records();
      writeAll(file, linesOf(shorter));
      renameSync(next, this.#path);
    } catch (error) {
      closeSync(file);
      removeIfPossible(next);
      throw error;
    }
    const late = this.#file === undefined ? NOTHING : readFrom(this.#file, this.#read);
    this.#begin(file, fstatSync(file).size, shorter.length);
    this.#tell(late);
    this.#write(late.toString("utf8"));
  }

  close(): void {
    if (this.#file === undefined) return;
    closer.unregister(this);
    closeSync(this.#file);
    this.#file = undefined;
  }

  #write(text: string): void {
    if (this.#file === undefined || text === "") return;
    writeAll(this.#file, text);
    this.#own += text;
  }

  /** Begins anew with the journal that is there now. */
  #reopen(): void {
    const own = this.#own;
    this.close();
    this.#reader.reset();
    const file = this.#open(APPEND);
    if (file === undefined) return;
    this.#begin(file, 0, 0);
    if (this.#refusal === undefined) this.#write(own); // it may have missed this journal
    this.#readOn();
  }

  #begin(file: number, read: number, records: number): void {
    this.close();
    closer.register(this, file, this);
    this.#file = file;
    this.#inode = fstatSync(file).ino;
    this.#read = read;
    this.#own = "";
    this.#records = records;
  }

  #readOn(): void {
    if (this.#file === undefined) return;
    let endless = 0;
    for (let isMore = true; isMore;) {
      const piece = readFrom(this.#file, this.#read);
      isMore = piece.byteLength === PIECE;
      const end = piece.lastIndexOf(NEWLINE) + 1;
      // What fills a piece without an end is no line of ours, nor is a piece of lines that say nothing.
      this.#read += isMore && end === 0 ? PIECE : end;
      const told = this.#tell(piece.subarray(0, end));
      if (isMore && told === 0 && (end > 0 || ++endless > MOST_ENDLESS)) {
        return this.#giveUp(this.#file);
      }
    }
  }

  /** Takes the file for no journal. It gives way to the first line. */
  #giveUp(file: number): void {
    this.#rubbish = fstatSync(file);
    this.close();
    this.#reader.reset();
  }

  /** Tells the reader; and how many records there were. */
  #tell(lines: Buffer): number {
    const records = recordsOf(lines.toString("utf8"));
    this.#records += records.length;
    for (const record of records) this.#reader.apply(record);
    return records.length;
  }

  /** Opens the journal; undefined where there is none and `flags` do not say to make one. */
  #open(flags: number): number | undefined {
    this.#refusal = undefined;
    try {
      const file = this.#owned(openSync(this.#path, flags | SAFE, OWNER_ONLY), flags);
      if (file !== undefined) return file;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      if (READ_ONLY.has(codeOf(error)) && flags !== constants.O_RDONLY)
        return this.#openToRead(error);
      if (!NO_FILE.has(codeOf(error))) throw error;
    }
    if ((flags & constants.O_CREAT) === 0) return undefined;
    removeQuick(this.#path);
    return this.#open(flags);
  }

  /** A file to read or write to, which may be a copy; undefined, and it is closed, if it is no journal. */
  #owned(file: number, flags: number): number | undefined {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size >= HUGE || this.#isRubbish(stats)) closeSync(file);
    else if (stats.nlink > 1 && flags !== constants.O_RDONLY) return detached(file, this.#path);
    else return file;
    return undefined;
  }

  /** Another file may have the number of one that is gone. */
  #isRubbish({ ino, size }: Stats): boolean {
    return ino === this.#rubbish?.ino && size >= this.#rubbish.size;
  }

  #openToRead(cause: unknown): number | undefined {
    const file = this.#open(constants.O_RDONLY);
    this.#refusal = new Error(`Cannot write to ${this.#path}`, { cause });
    return file;
  }
}

/** What has the name by now; undefined if nothing has. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined; // whoever opens it learns why
  }
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.byteLength;) at += writeSync(file, bytes, at);
}

function readFrom(file: number, position: number): Buffer {
  const left = Math.max(0, fstatSync(file).size - position);
  const bytes = Buffer.allocUnsafe(Math.min(left, PIECE));
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.byteLength, position));
}
