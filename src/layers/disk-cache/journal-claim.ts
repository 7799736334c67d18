import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from "node:fs";

import { isJournalStart } from "./journal-record.ts";
import { hasEnded, MARK_PATTERN, processMark } from "./process-mark.ts";
import {
  codeOf,
  OWNER_ONLY,
  readQuick,
  removeIfPossible,
  removeQuick,
  SAFE,
} from "./quick-file.ts";

const NEW = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | SAFE;
const ABANDONED_MS = 60 * 60 * 1000;
const LONGEST = 100;
const PIECE = 2 ** 20;

const claim = new RegExp(`^\\["new","(${MARK_PATTERN})"\\]\n`);

/**
 * Opens a new file to replace the journal with, which is the claim to do so: one process at a time has
 * it. Undefined if another does. A claim is void when its process has ended, and after an hour in any
 * case; the journal tells how late it is.
 */
export function openClaim(path: string, journal: string): number | undefined {
  try {
    const file = openSync(path, NEW, OWNER_ONLY);
    writeSync(file, `["new","${processMark()}"]\n`); // to whoever reads the journal it says nothing
    return file;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    if (isVoid(path, journal)) removeQuick(path);
    return undefined;
  }
}

/**
 * Opens a copy in place of a journal that has other names too, under which nobody is to find what is
 * written here, and closes that. Undefined if it is no journal, or another process replaces it just now.
 */
export function detached(file: number, path: string): number | undefined {
  const next = `${path}.new`;
  let copy: number | undefined;
  try {
    const piece = Buffer.allocUnsafe(PIECE);
    let length = readSync(file, piece, 0, PIECE, 0);
    if (isJournalStart(piece.toString("latin1", 0, Math.min(length, LONGEST)))) {
      copy = openClaim(next, path);
    }
    if (copy === undefined) return undefined;
    for (let at = 0; length > 0; length = readSync(file, piece, 0, PIECE, at)) {
      at += writeSync(copy, piece, 0, length);
    }
    renameSync(next, path);
    return copy;
  } catch (error) {
    if (copy !== undefined) {
      closeSync(copy);
      removeIfPossible(next);
    }
    throw error;
  } finally {
    closeSync(file);
  }
}

function isVoid(path: string, journal: string): boolean {
  const [claimed, now] = [path, journal].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (!claimed || !now) return false;
  if (!claimed.isFile() || claimed.mtimeMs < now.mtimeMs - ABANDONED_MS) return true;
  const start = readQuick(path, LONGEST, () => undefined);
  const [, mark] = (start instanceof Buffer && claim.exec(start.toString("latin1"))) || [];
  return mark !== undefined && hasEnded(mark);
}
