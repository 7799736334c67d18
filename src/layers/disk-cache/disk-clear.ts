import { rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";

import { VERSION } from "./disk-names.ts";
import { ownFiles, ownJournals } from "./disk-own.ts";
import { cacheFolders, versionsIn } from "./disk-walk.ts";
import { codeOf } from "./quick-file.ts";

/** What was removed. */
export interface Cleared {
  readonly entries: number;
  readonly bytes: number;
}

/** It is gone, or is another thing by now, or has something in it. */
const STAYS: ReadonlySet<unknown> = new Set(["EEXIST", "EISDIR", "ENOENT", "ENOTDIR", "ENOTEMPTY"]);

/**
 * Removes from a folder all that is the cache's own, of each version, and its folders where nothing
 * else is in them. A file counts as its own by its name and by how it begins.
 */
export async function clearDisk(dir: string): Promise<Cleared> {
  let [entries, bytes] = [0, 0];
  for (const version of await versionsIn(dir)) {
    const cleared = await clearVersion(dir, version);
    entries += cleared.entries;
    bytes += cleared.bytes;
  }
  return { entries, bytes };
}

/** The same, of the versions that nobody reads any more. */
export async function clearOtherVersions(dir: string): Promise<void> {
  for (const version of await versionsIn(dir)) {
    if (version !== VERSION) await clearVersion(dir, version);
  }
}

async function clearVersion(dir: string, version: number): Promise<Cleared> {
  let [entries, bytes] = [0, 0];
  for await (const file of ownFiles(dir, version)) {
    if (!(await isRemoved(unlink(file.path)))) continue;
    if (file.kind === "entry") entries++;
    bytes += file.bytes;
  }
  for (const journal of await ownJournals(dir, version)) await isRemoved(unlink(journal));
  const outer = new Set<string>();
  for await (const [folder] of cacheFolders(dir, version)) {
    await isRemoved(rmdir(folder));
    outer.add(dirname(folder));
  }
  for (const folder of outer) await isRemoved(rmdir(folder));
  return { entries, bytes };
}

async function isRemoved(removal: Promise<void>): Promise<boolean> {
  try {
    await removal;
    return true;
  } catch (error) {
    if (!STAYS.has(codeOf(error))) throw error;
    return false;
  }
}
