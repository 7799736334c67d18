import { lstatSync } from "node:fs";

import { type Variant, variantId } from "../cache/variant-lru.ts";
import { DiskIndex } from "./disk-index.ts";
import { fileName, writerOf } from "./disk-names.ts";
import { type CacheFile, cacheFiles } from "./disk-walk.ts";
import { hasEnded } from "./process-mark.ts";
import { removeQuick } from "./quick-file.ts";
import { readEntry } from "./stored-entry.ts";

/** What is in the folder of a cache, beside what its journal says. */
export interface DiskCheck {
  readonly whole: number;
  /** Bytes of what is whole. */
  readonly bytes: number;
  /** What has the name of an entry and is none. It is never served, and is removed when it is asked for. */
  readonly broken: readonly CacheFile[];
  /** What processes that have ended did not finish. */
  readonly left: readonly CacheFile[];
  /** What is whole, and not in the journal or not as it is. */
  readonly unlisted: readonly Variant[];
  /** What is in the journal alone. */
  readonly missing: readonly Variant[];
}

/** Reads every entry of a cache. */
export async function checkDisk(dir: string): Promise<DiskCheck> {
  const listed = new Map(Array.from(DiskIndex.of(dir), (variant) => [variant.id, variant]));
  const found = new Set<string>();
  const [broken, left, unlisted]: [CacheFile[], CacheFile[], Variant[]] = [[], [], []];
  let [whole, bytes] = [0, 0];
  for await (const file of cacheFiles(dir)) {
    if (file.kind === "temporary") {
      if (hasEnded(writerOf(file.name) ?? "")) left.push(file);
      continue;
    }
    found.add(file.name);
    const variant = await variantIn(file);
    if (!variant) {
      if (isThere(file.path)) broken.push(file);
      continue;
    }
    whole++;
    bytes += variant.bytes;
    if (!isSame(variant, listed.get(file.name))) unlisted.push(variant);
  }
  const missing = [...listed.values()].filter(({ id }) => !found.has(id));
  return { whole, bytes, broken, left, unlisted, missing };
}

/** Removes what is broken or left over, and lets the journal say what is there. */
export function repairDisk(dir: string, { broken, left, missing, unlisted }: DiskCheck): void {
  const index = DiskIndex.of(dir);
  for (const { path } of [...broken, ...left]) removeQuick(path);
  const gone = new Set(broken.map(({ name }) => name));
  const lost = [...index].filter(({ id }) => gone.has(id));
  for (const variant of [...missing, ...lost]) index.drop(variant);
  for (const variant of unlisted) index.add(variant);
}

async function variantIn(file: CacheFile): Promise<Variant | undefined> {
  if (file.kind === "foreign") return undefined;
  const found = await readEntry(file);
  if (!found || fileName(variantId(found.key, found.entry)) !== file.name) return undefined;
  return { id: file.name, key: found.key, bytes: file.bytes };
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isSame(a: Variant, b: Variant | undefined): boolean {
  return a.key === b?.key && a.bytes === b.bytes;
}
