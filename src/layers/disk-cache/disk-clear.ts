import { readdir, rm, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";

import { isOfOtherVersion, versionOf } from "./disk-names.ts";
import { cacheFiles, cacheFolders } from "./disk-walk.ts";
import { codeOf } from "./quick-file.ts";

/** What was removed. */
export interface Cleared {
  readonly entries: number;
  readonly bytes: number;
}

const NOT_OURS: ReadonlySet<unknown> = new Set([
  "EEXIST",
  "EISDIR",
  "ENOENT",
  "ENOTDIR",
  "ENOTEMPTY",
  "EPERM",
]);

/**
 * Removes from a folder all that is the cache's own, of each version, and its folders where nothing
 * else is in them.
 */
export async function clearDisk(dir: string): Promise<Cleared> {
  const folders = new Set<string>();
  let [entries, bytes] = [0, 0];
  for await (const file of cacheFiles(dir)) {
    if (file.kind === "foreign") continue;
    await unlessForeign(unlink(file.path));
    if (file.kind === "entry") entries++;
    bytes += file.bytes;
  }
  for await (const [folder] of cacheFolders(dir)) {
    await unlessForeign(rmdir(folder));
    folders.add(dirname(folder));
  }
  for (const folder of folders) await unlessForeign(rmdir(folder));
  for (const name of (await readdir(dir)).filter((name) => versionOf(name) !== undefined)) {
    if (isOfOtherVersion(name)) await rm(`${dir}/${name}`, { recursive: true, force: true });
    else await unlessForeign(unlink(`${dir}/${name}`));
  }
  return { entries, bytes };
}

/** What is not ours, or has something in it that is not, stays. */
async function unlessForeign(removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!NOT_OURS.has(codeOf(error))) throw error;
  }
}
