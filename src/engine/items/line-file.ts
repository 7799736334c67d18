import { type FileHandle, open } from "node:fs/promises";

import { show } from "../../service/options.ts";

/** Throws a `TypeError` unless `file` can be the name of a file. */
export function requireFile(file: string): void {
  if (typeof file === "string" && file !== "") return;
  throw new TypeError(`Expected "file" to be the name of a file: got ${show(file)}`);
}

/** A file to which whole lines are added: a write that fails, as on a full disk, leaves no part of its line. */
export class LineFile {
  readonly #handle: FileHandle;
  /** Bytes of whole lines. */
  #size: number;

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#size = size;
  }

  /** Begins a file anew, or opens it to write on once `mend` has left whole lines in it. */
  static async open(file: string, mend?: (handle: FileHandle) => Promise<void>): Promise<LineFile> {
    const handle = await open(file, mend ? "a+" : "w");
    try {
      await mend?.(handle);
      const { size } = await handle.stat();
      return new LineFile(handle, size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    try {
      await this.#handle.appendFile(bytes);
      this.#size += bytes.byteLength;
    } catch (error) {
      // What cannot be cut, such as a pipe, keeps the rest; it is the first error that tells.
      await this.#handle.truncate(this.#size).catch(() => {});
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
