import type { Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";

import { show } from "../../service/options.ts";
import type { Json } from "../page/json.ts";
import { FileChangedError } from "./file-changed-error.ts";
import { idOf, requireUnused, use } from "./files-in-use.ts";

/** Throws a `TypeError` unless `file` can be the name of a file. */
export function requireFile(file: string): void {
  if (typeof file === "string" && file !== "") return;
  throw new TypeError(`Expected "file" to be the name of a file: got ${show(file)}`);
}

/** Bytes before a position by which it is known again. */
const KNOWN_BY = 64;

/** A file to which whole lines are added: a write that fails, as on a full disk, leaves no part of its line. */
export class LineFile {
  /** What the system knows it by. */
  readonly id: string;
  readonly #handle: FileHandle;
  readonly #use: Disposable;
  /** Whether it is no pipe or device, and so can be cut. */
  readonly #isFile: boolean;
  /** Bytes of whole lines, and the last of them. */
  #size: number;
  #end: Buffer;

  private constructor(handle: FileHandle, stats: Stats, end: Ending) {
    this.id = idOf(stats);
    this.#handle = handle;
    this.#use = use(stats);
    this.#isFile = stats.isFile();
    this.#size = end.size;
    this.#end = end.bytes;
  }

  /** Begins a file anew, or opens it to write on once `mend` has left whole lines in it. */
  static async open(file: string, mend?: (handle: FileHandle) => Promise<void>): Promise<LineFile> {
    await requireUnused(file);
    const handle = await open(file, mend ? "a+" : "w");
    try {
      await mend?.(handle);
      const stats = await handle.stat();
      const bytes = mend ? await bytesBefore(handle, stats.size) : Buffer.alloc(0);
      return new LineFile(handle, stats, { size: stats.size, bytes });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Opens a file to write on from a position that {@link sync} gave, and cuts off what is behind it. */
  static async resume(file: string, position: Json): Promise<LineFile> {
    const end = endingOf(position);
    if (!end) return LineFile.open(file, async () => {});
    await requireThere(file, `of ${end.size} bytes or more`);
    return LineFile.open(file, async (handle) => {
      await requireEnding(file, handle, end);
      await handle.truncate(end.size);
    });
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    try {
      await this.#handle.appendFile(bytes);
      this.#size += bytes.byteLength;
      this.#end = Buffer.concat([this.#end, bytes.subarray(-KNOWN_BY)]).subarray(-KNOWN_BY);
    } catch (error) {
      // What cannot be cut, such as a pipe, keeps the rest; it is the first error that tells.
      await this.#handle.truncate(this.#size).catch(() => {});
      throw error;
    }
  }

  /** Resolves when all that was written is on the disk, to where it ends; `null` of what is no file. */
  async sync(): Promise<Json> {
    if (!this.#isFile) return null;
    const end = this.#end.toString("base64");
    const position = { size: this.#size, end, id: this.id };
    await this.#handle.datasync();
    return position;
  }

  close(): Promise<void> {
    this.#use[Symbol.dispose]();
    return this.#handle.close();
  }
}

/** Throws a {@link FileChangedError} unless there is such a file. */
export async function requireThere(file: string, expected: string): Promise<void> {
  const stats = await stat(file).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (stats?.isFile() !== true) throw new FileChangedError(file, expected, "no such file");
}

/** The size of a file up to some line end, and the bytes before that. */
interface Ending {
  readonly size: number;
  readonly bytes: Buffer;
  /** What the system knew the file by; undefined where that was not noted. */
  readonly id?: string;
}

function endingOf(position: Json): Ending | undefined {
  if (typeof position !== "object" || position === null || !("size" in position)) return undefined;
  const { end, id, size } = position;
  if (typeof size !== "number" || typeof end !== "string") return undefined;
  return { size, bytes: Buffer.from(end, "base64"), ...(typeof id === "string" && { id }) };
}

async function requireEnding(file: string, handle: FileHandle, end: Ending): Promise<void> {
  const stats = await handle.stat();
  if (stats.size < end.size) {
    throw new FileChangedError(file, `of ${end.size} bytes or more`, `${stats.size} bytes`);
  }
  if (end.size === 0) requireOurs(file, stats, end.id);
  if (end.bytes.equals(await bytesBefore(handle, end.size))) return;
  throw new FileChangedError(file, `a line ending at byte ${end.size}`, "other content there");
}

/** Where nothing was written, there is nothing in a file to know it by: another must be empty. */
export function requireOurs(file: string, stats: Stats, id: string | undefined): void {
  if (stats.size === 0 || id === undefined || id === idOf(stats)) return;
  throw new FileChangedError(file, "empty", `another file of ${stats.size} bytes`);
}

async function bytesBefore(handle: FileHandle, size: number): Promise<Buffer> {
  const length = Math.min(KNOWN_BY, size);
  if (length === 0) return Buffer.alloc(0); // reading would wait, of a pipe
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
  return buffer.subarray(0, bytesRead);
}
