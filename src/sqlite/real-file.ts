import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** The file that a path leads to by all links on the way, also where it is not there yet. */
export function realFile(path: string): string {
  const there = unlessMissing(() => realpathSync(path));
  if (there !== undefined) return there;
  const folder = dirname(resolve(path));
  const file = join(unlessMissing(() => realpathSync(folder)) ?? folder, basename(path));
  const target = targetOf(file);
  return target === undefined ? file : realFile(resolve(dirname(file), target));
}

/** Most are no links. */
function targetOf(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}

function unlessMissing(find: () => string): string | undefined {
  try {
    return find();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
