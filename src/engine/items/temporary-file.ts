import { randomBytes } from "node:crypto";
import { readdir, realpath, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { hasEnded, MARK_PATTERN, processMark } from "../../layers/disk-cache/process-mark.ts";

/** The path of a file that is to take the place of this one, in the same folder. No other has it. */
export function temporaryFor(target: string): string {
  return `${target}.${processMark()}-${randomBytes(6).toString("hex")}.tmp`;
}

/** Removes what processes have left that were killed while they wrote one to take the place of this file. */
export async function removeUnfinished(file: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const folder = dirname(target);
  const names = await readdir(folder).catch(() => []); // one may write where one may not list
  const left = names.filter((name) => isUnfinished(name, basename(target)));
  // What is left must keep nobody from writing.
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true }).catch(() => {})));
}

const ending = new RegExp(String.raw`^\.(${MARK_PATTERN})-[\da-f]{12}\.tmp$`);

function isUnfinished(name: string, target: string): boolean {
  if (!name.startsWith(target)) return false;
  const [, writer] = ending.exec(name.slice(target.length)) ?? [];
  return writer !== undefined && hasEnded(writer);
}
