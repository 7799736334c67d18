import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  lstatSync,
  openSync,
  read,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
  writev,
  writevSync,
} from "node:fs";
import { promisify } from "node:util";

/** Up to here a file is read and written synchronously: the thread pool costs more than the disk. */
const SMALL_BYTES = 64 * 1024;

/** Neither follows a link nor waits for somebody at the other end of a pipe. */
export const SAFE: number = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** What was answered may be a secret, a cookie that it sets among it. */
export const OWNER_ONLY = 0o600;

const NOTHING_THERE: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);
/** What the process has no more of, which says nothing of the file. */
const SCARCE: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "ENOMEM"]);

/** Something is there that is no file. */
const IN_THE_WAY: ReadonlySet<unknown> = new Set(["EISDIR", "EEXIST", "ENOTEMPTY", "EPERM"]);

const unreadable = Buffer.alloc(0);
const [readAsync, writevAsync, syncAsync] = [
  promisify(read),
  promisify(writev),
  promisify(fdatasync),
];

/** Tells from its first bytes how long a whole file is. */
export type LengthOf = (start: Buffer) => number | undefined;

/**
 * All bytes of a file, of which so many are expected; undefined where nothing is, and no bytes where
 * what is there cannot be a whole file.
 */
export function readQuick(
  path: string,
  expected: number,
  lengthOf: LengthOf,
): Buffer | undefined | Promise<Buffer | undefined> {
  try {
    const file = openSync(path, constants.O_RDONLY | SAFE);
    return expected > SMALL_BYTES
      ? readLarge(file, expected, lengthOf)
      : readSmall(file, expected, lengthOf);
  } catch (error) {
    return whyUnread(error);
  }
}

/** Makes a file of these parts; `flushes` says whether it is to outlive a power cut. */
export async function createQuick(
  path: string,
  parts: readonly Uint8Array[],
  flushes: boolean,
): Promise<void> {
  const bytes = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const file = openSync(path, "wx", OWNER_ONLY);
  try {
    const written =
      bytes > SMALL_BYTES
        ? (await writevAsync(file, parts, 0)).bytesWritten
        : writevSync(file, parts, 0);
    if (written < bytes) writeRest(file, Buffer.concat(parts, bytes), written);
    if (flushes) await syncAsync(file);
  } finally {
    closeSync(file);
  }
}

/** Puts a file in place of what has that name. */
export function replaceQuick(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!IN_THE_WAY.has(codeOf(error))) throw error;
    removeQuick(to);
    renameSync(from, to);
  }
}

/** Removes a file, or whatever has its name; a link, and not what it leads to. */
export function removeQuick(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (NOTHING_THERE.has(codeOf(error))) return;
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
    rmSync(path, { recursive: true, force: true });
  }
}

/** The same, as far as that can be done: what nobody knows of is in nobody's way. */
export function removeIfPossible(path: string): void {
  try {
    removeQuick(path);
  } catch {
    // It is swept up later, or stays in a folder that cannot be written.
  }
}

/** The code of a system error. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function readSmall(file: number, expected: number, lengthOf: LengthOf): Buffer {
  try {
    const bytes = Buffer.allocUnsafeSlow(expected + 1); // one more, to see that there is no more
    const length = readSync(file, bytes, 0, expected + 1, 0);
    const found = bytes.subarray(0, length);
    if (length === expected || !isOther(file, found, lengthOf)) return found;
    const other = Buffer.allocUnsafeSlow(fstatSync(file).size);
    return other.subarray(0, readSync(file, other, 0, other.byteLength, 0));
  } finally {
    closeSync(file);
  }
}

async function readLarge(
  file: number,
  expected: number,
  lengthOf: LengthOf,
): Promise<Buffer | undefined> {
  try {
    const bytes = Buffer.allocUnsafeSlow(expected + 1);
    const { bytesRead } = await readAsync(file, bytes, 0, expected + 1, 0);
    const found = bytes.subarray(0, bytesRead);
    if (bytesRead === expected || !isOther(file, found, lengthOf)) return found;
    const other = Buffer.allocUnsafeSlow(fstatSync(file).size);
    return other.subarray(0, (await readAsync(file, other, 0, other.byteLength, 0)).bytesRead);
  } catch (error) {
    return whyUnread(error);
  } finally {
    closeSync(file);
  }
}

/** Whether somebody has put another whole file there, which is not as long as was expected. */
function isOther(file: number, start: Buffer, lengthOf: LengthOf): boolean {
  const stats = fstatSync(file);
  return stats.isFile() && stats.size === lengthOf(start);
}

/** What was cut short, as on a disk that fills up, is tried again: that tells why. */
function writeRest(file: number, bytes: Buffer, written: number): void {
  for (let at = written; at < bytes.byteLength;) {
    at += writevSync(file, [bytes.subarray(at)], at);
  }
}

function whyUnread(error: unknown): Buffer | undefined {
  if (SCARCE.has(codeOf(error))) throw error;
  return NOTHING_THERE.has(codeOf(error)) ? undefined : unreadable;
}
