import { magicOf } from "./disk-entry.ts";
import { journalsOf } from "./disk-names.ts";
import { type CacheFile, cacheFiles, statsOf, versionsIn } from "./disk-walk.ts";
import { isJournalStart } from "./journal-record.ts";
import { readStart } from "./stored-entry.ts";

const MAGIC_BYTES = 4;
/** Bytes that tell a journal. */
const JOURNAL_BYTES = 16;

/** Whether there is a file in a folder that a cache of any version has written. */
export async function isCache(dir: string): Promise<boolean> {
  for (const version of await versionsIn(dir)) {
    if ((await ownJournals(dir, version)).length > 0) return true;
    for await (const { bytes } of ownFiles(dir, version)) if (bytes > 0) return true;
  }
  return false;
}

/**
 * The files of a version of the format, but its journals: those that have such a name, at their place,
 * and begin as it says, or are empty, as one is that a process had just made when it was killed.
 */
export async function* ownFiles(dir: string, version: number): AsyncGenerator<CacheFile> {
  for await (const file of cacheFiles(dir, version)) {
    if (file.kind !== "foreign" && (file.bytes === 0 || isMarked(file, version))) yield file;
  }
}

/** The paths of the journals of a version of the format that are there and begin as such. */
export async function ownJournals(dir: string, version: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of journalsOf(version).map((name) => `${dir}/${name}`)) {
    if (!(await statsOf(path))?.isFile()) continue;
    if (isJournalStart(readStart(path, JOURNAL_BYTES).toString("latin1"))) found.push(path);
  }
  return found;
}

function isMarked({ path }: CacheFile, version: number): boolean {
  const start = readStart(path, MAGIC_BYTES);
  return start.byteLength === MAGIC_BYTES && start.readUInt32BE(0) === magicOf(version);
}
