import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { DiskCache, type DiskCacheOptions } from "../../../src/layers/disk-cache/disk-cache.ts";

/** Where the folders of this process are. */
export const root: string = mkdtempSync(join(tmpdir(), "disk-cache-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));

let dirs = 0;

/** A folder that is not there yet. */
export function newDir(): string {
  return join(root, `${++dirs}`);
}

/** One run of a process that uses the folder. */
export async function run(
  options: DiskCacheOptions,
  use: (store: DiskCache) => Promise<void>,
): Promise<void> {
  using store = new DiskCache(options);
  await use(store);
}

export function lengths(store: DiskCache, keys: readonly string[]): Promise<number[]> {
  return Promise.all(keys.map(async (key) => (await store.get(key)).length));
}

export function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true }).map((name) => join(dir, String(name)));
}

/** The files that hold entries, or look so. */
export function entriesIn(dir: string): string[] {
  return filesIn(dir).filter((path) => /[\da-f]{32}$/.test(path) && statSync(path).isFile());
}
