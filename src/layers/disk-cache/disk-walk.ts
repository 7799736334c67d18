import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";

import { foldersOf, isFileName, VERSION, versionOf, writerOf } from "./disk-names.ts";
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

/** The versions of the format of which names in a folder speak. */
export async function versionsIn(dir: string): Promise<ReadonlySet<number>> {
  const versions = (await namesIn(dir)).map(versionOf);
  return new Set(versions.filter((version) => version !== undefined));
}

/** The inner folders of a cache that are there, and are folders, with what names in them begin with. */
export async function* cacheFolders(
  dir: string,
  version: number = VERSION,
): AsyncGenerator<readonly [path: string, start: string]> {
  for (const outer of DIGITS) {
    if (!(await isFolder(`${dir}/${foldersOf(outer, version)[0]}`))) continue;
    for (const start of DIGITS.map((inner) => outer + inner)) {
      const path = `${dir}/${foldersOf(start, version)[1]}`;
      if (await isFolder(path)) yield [path, start];
    }
  }
}

/** Looks through the folders of a cache for what has names such as its own. Follows no link. */
export async function* cacheFiles(dir: string, version?: number): AsyncGenerator<CacheFile> {
  for await (const [folder, start] of cacheFolders(dir, version)) {
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
export async function statsOf(path: string): Promise<Stats | undefined> {
  return unlessGone(lstat(path), undefined);
}

async function isFolder(path: string): Promise<boolean> {
  return (await statsOf(path))?.isDirectory() === true;
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
