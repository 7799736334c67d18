import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import { requireOptions, requireWhole, show } from "../../service/options.ts";
import type { CacheEntry, CacheStore } from "../cache/cache-store.ts";
import { type CacheLimits, variantId } from "../cache/variant-lru.ts";
import { decodeEntry, encodeEntry } from "./disk-entry.ts";
import { DiskFiles } from "./disk-files.ts";
import { DiskIndex } from "./disk-index.ts";
import { fileName } from "./disk-names.ts";
import { codeOf } from "./quick-file.ts";

/** Options of {@link DiskCache}. */
export interface DiskCacheOptions {
  /** The folder to keep files in, relative to the one the process is in. Made with the first entry. */
  readonly dir: string;
  /** Entries kept; each variant of a key is one. @defaultValue 10,000 */
  readonly maxEntries?: number;
  /** Bytes kept, of files. @defaultValue 1 GiB */
  readonly maxBytes?: number;
}

const NONE: readonly never[] = [];

/**
 * Keeps responses in files of a folder, from one run to the next.
 *
 * A file appears whole or not at all, whatever ends the process, and carries a checksum: one that is
 * cut off, changed or another's is a miss and is removed, never an error and never served.
 * What was not used for longest leaves first, as soon as there are too many entries or bytes; a
 * restart does not forget which that is, and looks through no folder to know it.
 * An entry larger than `maxBytes` is not kept, and the one it would replace goes.
 * Of one key it keeps the 16 youngest variants.
 * Several processes may share the folder of a local disk. What one stores the others find a
 * millisecond later; what one removes is a miss to the others. Each keeps to its own limits as it
 * stores.
 * What a crashed process left is removed an hour later. Nothing else in the folder is touched, and
 * nothing outside it.
 * Nothing is flushed to the platter: after a power cut the checksum tells what was lost.
 * A `get` or `put` that fails for another reason, such as a full disk, rejects with that error.
 *
 * @example
 * ```ts
 * using store = new DiskCache({ dir: ".pagoda/cache" });
 * await store.check(); // rejects where nothing could be kept
 * ```
 */
export class DiskCache implements CacheStore, Disposable {
  readonly #dir: string;
  readonly #limits: CacheLimits;
  readonly #files: DiskFiles;
  readonly #index: DiskIndex;

  constructor(options: DiskCacheOptions) {
    requireOptions("DiskCache", options, { dir: true, maxEntries: true, maxBytes: true });
    const { dir, maxEntries = 10_000, maxBytes = 2 ** 30 } = options;
    if (typeof dir !== "string" || dir === "") {
      throw new TypeError(`Expected "dir" to be the path of a folder: got ${show(dir)}`);
    }
    requireWhole("maxEntries", maxEntries, 1);
    requireWhole("maxBytes", maxBytes, 1);
    this.#dir = resolve(dir);
    this.#limits = { maxEntries, maxBytes };
    this.#files = new DiskFiles(this.#dir);
    this.#index = DiskIndex.of(this.#dir);
  }

  /** Rejects unless files can be kept in the folder. Makes nothing, not even the folder. */
  async check(): Promise<void> {
    const there = await nearest(this.#dir);
    try {
      if (!(await stat(there)).isDirectory()) throw new Error(`${there} is no folder`);
      await access(there, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (cause) {
      throw new Error(`Cannot keep a cache in ${this.#dir}`, { cause });
    }
  }

  async get(key: string): Promise<readonly CacheEntry[]> {
    const variants = this.#index.of(key);
    if (variants.length === 0) return NONE;
    const entries: CacheEntry[] = [];
    for (const variant of variants) {
      const reading = this.#files.read(variant.id, variant.bytes);
      const file = reading instanceof Promise ? await reading : reading;
      const entry = file && decodeEntry(key, file);
      if (entry) {
        entries.push(entry);
        this.#index.touch(variant.id);
      } else if (this.#index.drop(variant) && file) await this.#files.remove([variant.id]);
    }
    return entries;
  }

  async put(key: string, entry: CacheEntry): Promise<void> {
    const id = fileName(variantId(key, entry));
    const [head, body] = encodeEntry(key, entry);
    const bytes = head.byteLength + body.byteLength;
    if (bytes > this.#limits.maxBytes) return this.#remove(key, id);
    await this.#files.write(id, [head, body], (name) => this.#index.has(name));
    const evicted = this.#index.put({ id, key, bytes }, this.#limits);
    if (evicted.length > 0) await this.#files.remove(evicted.map((variant) => variant.id));
  }

  delete(key: string): Promise<void> {
    return this.#remove(key);
  }

  /** Writes down what was used last. The store can be used further. */
  [Symbol.dispose](): void {
    this.#index.release();
  }

  async #remove(key: string, id?: string): Promise<void> {
    for (const variant of this.#index.of(key)) {
      if (id !== undefined && variant.id !== id) continue;
      if (this.#index.drop(variant)) await this.#files.remove([variant.id]);
    }
  }
}

/** The folder, or the nearest one above it that is there. */
async function nearest(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") return path;
    return nearest(dirname(path));
  }
}
