import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";

import { foldersOf, isFileName, versionOf, writerOf } from "./disk-names.ts";
import { codeOf } from "./quick-file.ts";

/** Something in the folders of a cache that has a name such as the cache gives. */
export interface CacheFile {
  readonly path: string;
  readonly name: string;
  /** A file, what was to become one, or something else that has the name of one, such as a folder. */
  readonly kind: "entry" | "temporary" | "foreign";
  readonly bytes: number;
  /** When it was written, in Unix milliseconds. */
  readonly writtenAt: number;
}

const DIGITS = Array.from("0123456789abcdef");
const GONE: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

/** Whether a folder is that of a cache. */
export async function isCache(dir: string): Promise<boolean> {
  return (await namesIn(dir)).some((name) => versionOf(name) !== undefined);
}

/** The inner folders of a cache that are there, and are folders, with what names in them begin with. */
export async function* cacheFolders(
  dir: string,
): AsyncGenerator<readonly [path: string, start: string]> {
  for (const start of DIGITS.flatMap((outer) => DIGITS.map((inner) => outer + inner))) {
    const [outer, inner] = foldersOf(start).map((folder) => `${dir}/${folder}`);
    const stats = await Promise.all([outer, inner].map((path = "") => statsOf(path)));
    if (inner !== undefined && stats.every((stats) => stats?.isDirectory())) yield [inner, start];
  }
}

/** Looks through the folders of a cache for what is its own. Follows no link. */
export async function* cacheFiles(dir: string): AsyncGenerator<CacheFile> {
  for await (const [folder, start] of cacheFolders(dir)) {
    for (const name of await namesIn(folder)) {
      const path = `${folder}/${name}`;
      const found = isNamed(name, start) ? await statsOf(path) : undefined;
      if (found) yield fileOf(path, name, found);
    }
  }
}

function isNamed(name: string, start: string): boolean {
  return name.startsWith(start) && (isFileName(name) || writerOf(name) !== undefined);
}

function fileOf(path: string, name: string, stats: Stats): CacheFile {
  const kind = isFileName(name) ? "entry" : "temporary";
  const { mtimeMs: writtenAt, size: bytes } = stats;
  return { path, name, kind: stats.isFile() ? kind : "foreign", bytes, writtenAt };
}

/** What is there, whatever a link leads to; undefined if nothing is. */
async function statsOf(path: string): Promise<Stats | undefined> {
  return unlessGone(lstat(path), undefined);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return unlessGone(readdir(folder), []);
}

async function unlessGone<T, None>(looking: Promise<T>, none: None): Promise<T | None> {
  try {
    return await looking;
  } catch (error) {
    if (!GONE.has(codeOf(error))) throw error;
    return none;
  }
}
