import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import { systemClock } from "../../service/clock.ts";
import { requireBoolean, requireOptions, requireWhole, show } from "../../service/options.ts";
import type { CacheEntry, CacheStore } from "../cache/cache-store.ts";
import { type CacheLimits, type Variant, variantId } from "../cache/variant-lru.ts";
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
  /** Whether a `put` waits until what it stored would outlive a power cut. @defaultValue `false` */
  readonly fsync?: boolean;
}

const NONE: readonly never[] = [];

/** Characters of a key. No URL that is answered is as long. */
const LONGEST_KEY = 64 * 1024;

/**
 * Keeps responses in files of a folder, from one run to the next.
 *
 * A file appears whole or not at all, whatever ends the process, and carries a checksum. One that is
 * cut off, changed or another's is a miss and is removed, never an error and never served; so is
 * whatever else has the name of a file, such as a link, a pipe or a folder.
 * What was not used for longest leaves first, as soon as there are too many entries or bytes; a
 * restart does not forget which that is, and looks through no folder to know it.
 * An entry larger than `maxBytes` is not kept, nor one with a key of more than 64 Ki characters, and the
 * one it would replace goes. Of one key it keeps the 16 youngest variants.
 * Several processes may share the folder of a local disk. What one stores the others find a
 * millisecond later; what one removes is a miss to the others. Each keeps to its own limits as it
 * stores.
 * A process that is killed at any instant leaves every entry whole, and files that are none for each
 * `put` under way. A `put` removes what was left in the one folder of 256 that it writes to: at once if
 * that process is known to have ended, an hour later otherwise, as of one on another machine.
 * Files of another version of the format are not read, and go with the first `put`: those that have a
 * name of it and begin as it says. Nothing else in the folder is touched, and nothing outside it: no key
 * leads out, no link is followed, and a journal with another name elsewhere is copied before it is written.
 * A folder that is moved away while it is in use is begun anew with the next call.
 * Nothing is flushed to the platter, unless `fsync` says so: after a power cut the checksum tells what
 * was lost.
 * Files can be read by their owner only. Their names are digests; what is in them is in clear, but of the
 * credentials of requests, of which there are digests.
 * A `get`, `put` or `delete` that fails for another reason, such as a full disk or a folder that cannot be
 * written, rejects with that error; the `cache` above makes of that a warning, and goes on without.
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
  readonly #flushes: boolean;
  readonly #files: DiskFiles;
  readonly #index: DiskIndex;
  readonly #varies = new WeakMap<Variant, string>();
  readonly #isKnown = (name: string): boolean => this.#index.has(name);
  readonly #discard = (name: string): void => this.#files.discard(name);

  constructor(options: DiskCacheOptions) {
    requireOptions("DiskCache", options, known);
    const { dir, fsync = false, maxEntries = 10_000, maxBytes = 2 ** 30 } = options;
    if (typeof dir !== "string" || dir === "" || dir.includes("\0")) {
      throw new TypeError(`Expected "dir" to be the path of a folder: got ${show(dir)}`);
    }
    requireWhole("maxEntries", maxEntries, 1);
    requireWhole("maxBytes", maxBytes, 1);
    requireBoolean("fsync", fsync);
    this.#dir = resolve(dir);
    this.#limits = { maxEntries, maxBytes };
    this.#flushes = fsync;
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
    const isOnly = variants.length === 1;
    const entries: CacheEntry[] = [];
    for (const variant of variants) {
      const reading = this.#files.read(variant.id, variant.bytes);
      const file = reading instanceof Promise ? await reading : reading;
      const entry = file && this.#entryIn(file, variant, isOnly);
      if (entry) {
        entries.push(entry);
        this.#index.touch(variant.id);
      } else if (this.#index.lose(variant) && file) this.#reject(variant);
    }
    return entries;
  }

  async put(key: string, entry: CacheEntry): Promise<void> {
    const id = fileName(variantId(key, entry));
    const parts = encodeEntry(key, entry);
    const bytes = parts[0].byteLength + parts[1].byteLength;
    if (bytes > this.#limits.maxBytes || key.length > LONGEST_KEY) return this.#remove(key, id);
    const file = await this.#files.write(id, parts, this.#isKnown, this.#flushes);
    const variant: Variant = { id, key, bytes };
    let isWithin: boolean;
    try {
      isWithin = this.#index.put(variant, this.#limits, this.#discard);
      file.show();
    } catch (error) {
      file.discard();
      if (this.#index.lose(variant)) this.#reject(variant);
      throw error;
    }
    while (!isWithin) {
      await turn();
      isWithin = this.#index.evict(key, this.#limits, this.#discard);
    }
    if (this.#flushes) await Promise.all([this.#files.flush(id), this.#index.flush()]);
  }

  delete(key: string): Promise<void> {
    return this.#remove(key);
  }

  /** Writes down what was used last. The store can be used further. */
  [Symbol.dispose](): void {
    this.#index.release();
  }

  /** Removes all that it can, and tells why it could not remove the rest. */
  async #remove(key: string, id?: string): Promise<void> {
    const errors: unknown[] = [];
    for (const variant of this.#index.of(key)) {
      if (id !== undefined && variant.id !== id) continue;
      this.#index.lose(variant); // at any rate it is not served here
      try {
        this.#files.remove(variant.id);
        this.#index.drop(variant);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  /** The entry in a file; undefined unless it is whole and the one that was stored under its name. */
  #entryIn(file: Buffer, variant: Variant, isOnly: boolean): CacheEntry | undefined {
    const { entry, key } = decodeEntry(file) ?? {};
    return entry && key === variant.key && (isOnly || this.#isNamed(variant, entry))
      ? entry
      : undefined;
  }

  /** Told by a digest, which costs half a read, but once. */
  #isNamed(variant: Variant, entry: CacheEntry): boolean {
    const vary = JSON.stringify(entry.vary);
    if (this.#varies.get(variant) === vary) return true;
    if (fileName(variantId(variant.key, entry)) !== variant.id) return false;
    this.#varies.set(variant, vary);
    return true;
  }

  /** Removes a file that is no entry, as far as that can be done. */
  #reject(variant: Variant): void {
    this.#discard(variant.id);
    this.#index.advise([variant]);
  }
}

const known = { dir: true, maxEntries: true, maxBytes: true, fsync: true } as const;

/** Lets others go on. */
function turn(): Promise<void> {
  return new Promise((resolve) => systemClock.timer(resolve, 0));
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
