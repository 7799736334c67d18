import { closeSync, constants, openSync, readSync } from "node:fs";

import { bodyStart, decodeEntry, decodeHead, fileLength, type KeyedEntry } from "./disk-entry.ts";
import type { CacheFile } from "./disk-walk.ts";
import { readQuick, SAFE } from "./quick-file.ts";

const NO_BODY = new Uint8Array();
const LENGTHS = 64;
/** No head is as long as that. */
const LONGEST_HEAD = 64 * 2 ** 20;

/** All of an entry but its body, if its file begins as one does. Its checksum is not looked at. */
export function readHead({ bytes, path }: CacheFile): KeyedEntry | undefined {
  const start = readStart(path, LENGTHS);
  const length = bodyStart(start);
  if (length === undefined || length > LONGEST_HEAD || fileLength(start) !== bytes)
    return undefined;
  return decodeHead(readStart(path, length), NO_BODY);
}

/** An entry, if its file is whole. */
export async function readEntry(file: CacheFile): Promise<KeyedEntry | undefined> {
  if (!readHead(file)) return undefined; // however large it is
  const whole = await readQuick(file.path, file.bytes, fileLength);
  return whole && decodeEntry(whole);
}

/** The first bytes of a file, as many as there are; none of what cannot be read. */
export function readStart(path: string, length: number): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | SAFE);
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } catch {
    return Buffer.alloc(0); // it cannot be read, as it is gone or another's
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
