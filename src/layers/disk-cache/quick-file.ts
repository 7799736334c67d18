import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readSync,
  unlinkSync,
  writeFileSync,
  writevSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";

/** Up to here a file is read and written synchronously: the thread pool costs more than the disk. */
const SMALL_BYTES = 64 * 1024;

/** Neither follows a link out of the folder nor waits for somebody to write to a pipe. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** What is there is no file, or nothing is. */
const NO_FILE: ReadonlySet<unknown> = new Set(["ENOENT", "EISDIR", "ENOTDIR", "ELOOP"]);

/** All bytes of a file; undefined where there is none. `bytes` is how many to expect. */
export function readQuick(
  path: string,
  bytes: number,
): Buffer | undefined | Promise<Buffer | undefined> {
  if (bytes > SMALL_BYTES) return readLarge(path);
  let file: number | undefined;
  try {
    file = openSync(path, READ);
    const buffer = Buffer.allocUnsafeSlow(bytes + 1); // one more, to see that there is no more
    const read = readSync(file, buffer, 0, bytes + 1, 0);
    return read === bytes ? buffer.subarray(0, bytes) : readLarge(path);
  } catch (error) {
    return undefinedIfNoFile(error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Makes a file of these parts, and the folders it is in where they are missing. */
export async function createQuick(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const bytes = parts.reduce((sum, part) => sum + part.byteLength, 0);
  if (bytes > SMALL_BYTES) return createLarge(path, parts);
  const file = create(path);
  try {
    // A write that was cut short, as on a disk that fills up, is tried again by one that tells why.
    if (writevSync(file, parts, 0) < bytes) writeFileSync(file, Buffer.concat(parts, bytes));
  } finally {
    closeSync(file);
  }
}

/** Removes a file, unless somebody else has. */
export function unlinkQuick(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/** The code of a system error. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

async function readLarge(path: string): Promise<Buffer | undefined> {
  try {
    await using file = await open(path, READ);
    return await file.readFile();
  } catch (error) {
    return undefinedIfNoFile(error);
  }
}

async function createLarge(path: string, parts: readonly Uint8Array[]): Promise<void> {
  closeSync(create(path));
  await using file = await open(path, "r+");
  for (const part of parts) await file.writeFile(part);
}

function create(path: string): number {
  try {
    return openSync(path, "wx");
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, "wx");
  }
}

function undefinedIfNoFile(error: unknown): undefined {
  if (!NO_FILE.has(codeOf(error))) throw error;
}
