import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/** The file that a path leads to by all links on the way, also where it is not there yet. */
export async function realFile(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const file = join(await realFolder(dirname(resolve(path))), basename(path));
  const target = await readlink(file).catch(() => undefined); // most are no links
  return target === undefined ? file : realFile(resolve(dirname(file), target));
}

async function realFolder(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR";
}
