import { join } from "node:path";

import { systemClock } from "../../service/clock.ts";
import { type CacheLimits, type Variant, VariantLru } from "../cache/variant-lru.ts";
import { DiskJournal } from "./disk-journal.ts";
import type { JournalRecord } from "./journal-record.ts";

/** How long what other processes did may stay unseen. A look at the disk costs more than a miss. */
const UNSEEN_MS = 1;

/** Uses that are written down together. */
const TOUCHES = 256;

/** Lines of the journal that are kept although they no longer count. */
const SLACK = 1024;

const shared = new Map<string, WeakRef<DiskIndex>>();
/** Those with uses that are not written down: kept until they are, whoever forgets the store. */
const touched = new Set<DiskIndex>();
let flushesOnExit = false;

/**
 * Which files a folder holds, and in which order they were last used, without looking at them.
 *
 * All stores of a process over one folder share it; processes share its journal.
 */
export class DiskIndex {
  readonly #variants = new VariantLru<Variant>();
  readonly #journal: DiskJournal;
  readonly #dir: string;
  readonly #touched = new Set<string>();
  #freshUntil = -Infinity;

  /** The index of a folder. */
  static of(dir: string): DiskIndex {
    const known = shared.get(dir)?.deref();
    if (known) return known;
    const index = new DiskIndex(dir);
    shared.set(dir, new WeakRef(index));
    if (!flushesOnExit) process.once("exit", flushAll);
    flushesOnExit = true;
    return index;
  }

  private constructor(dir: string) {
    this.#dir = dir;
    this.#journal = new DiskJournal(join(dir, "journal"), {
      apply: (record) => this.#apply(record),
      reset: () => this.#variants.clear(),
    });
  }

  /** The variants of a key, the youngest first. */
  of(key: string): readonly Variant[] {
    this.#refresh();
    return this.#variants.of(key);
  }

  has(name: string): boolean {
    return this.#variants.has(name);
  }

  /** Counts as a use of a file. */
  touch(name: string): void {
    this.#variants.touch(name);
    this.#touched.delete(name); // to come last
    this.#touched.add(name);
    touched.add(this);
    if (this.#touched.size >= TOUCHES) this.flush();
  }

  /** Adds a file that is there; tells which files have to go to keep the limits. */
  put(variant: Variant, limits: CacheLimits): readonly Variant[] {
    this.#refresh();
    this.#variants.put(variant);
    const evicted = this.#variants.evict(variant.key, limits);
    this.#append([["put", variant.id, variant.bytes, variant.key], ...evicted.map(outOf)]);
    return evicted;
  }

  /** Forgets a file, unless another has its name by now. */
  drop(variant: Variant): boolean {
    if (!this.#variants.of(variant.key).includes(variant)) return false;
    this.#variants.remove(variant.id);
    this.#append([outOf(variant)]);
    return true;
  }

  /**
   * Writes down the uses that are not yet.
   *
   * Where that fails, as in a folder that cannot be written, they are forgotten: they only advise.
   */
  flush(): void {
    try {
      if (this.#touched.size > 0) this.#append([]);
    } catch {
      this.#forgetUses();
    }
  }

  /** Lets the next store over this folder read its journal anew. */
  release(): void {
    this.flush();
    this.#journal.close();
    if (shared.get(this.#dir)?.deref() === this) shared.delete(this.#dir);
  }

  #refresh(): void {
    const now = systemClock.now();
    if (now < this.#freshUntil) return;
    this.#journal.refresh();
    this.#freshUntil = now + UNSEEN_MS;
  }

  #append(records: readonly JournalRecord[]): void {
    const uses = Array.from(this.#touched, (name): JournalRecord => ["hit", name]);
    this.#journal.append([...uses, ...records]);
    this.#forgetUses();
    if (this.#journal.records > 4 * this.#variants.size + SLACK) {
      this.#journal.rewrite(() => Array.from(this.#variants, putOf));
    }
  }

  #forgetUses(): void {
    this.#touched.clear();
    touched.delete(this);
  }

  #apply(record: JournalRecord): void {
    const [event, id] = record;
    if (event === "put") this.#variants.put({ id, bytes: record[2], key: record[3] });
    else if (event === "hit") this.#variants.touch(id);
    else this.#variants.remove(id);
  }
}

function putOf({ id, bytes, key }: Variant): JournalRecord {
  return ["put", id, bytes, key];
}

function outOf({ id }: Variant): JournalRecord {
  return ["out", id];
}

function flushAll(): void {
  for (const index of touched) index.flush();
}
