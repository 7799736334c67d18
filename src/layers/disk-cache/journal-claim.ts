import { constants, lstatSync, openSync, writeSync } from "node:fs";

import { hasEnded, MARK_PATTERN, processMark } from "./process-mark.ts";
import { codeOf, OWNER_ONLY, readQuick, removeQuick, SAFE } from "./quick-file.ts";

const NEW = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | SAFE;
const ABANDONED_MS = 60 * 60 * 1000;
const LONGEST = 100;

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

function isVoid(path: string, journal: string): boolean {
  const [claimed, now] = [path, journal].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (!claimed || !now) return false;
  if (!claimed.isFile() || claimed.mtimeMs < now.mtimeMs - ABANDONED_MS) return true;
  const start = readQuick(path, LONGEST, () => undefined);
  const [, mark] = (start instanceof Buffer && claim.exec(start.toString("latin1"))) || [];
  return mark !== undefined && hasEnded(mark);
}
