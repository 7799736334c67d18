import { systemClock } from "../../service/clock.ts";
import { type CacheLimits, type Variant, VariantLru } from "../cache/variant-lru.ts";
import { DiskJournal } from "./disk-journal.ts";
import { JOURNAL } from "./disk-names.ts";
import { type JournalRecord, limitsOf, recordOf } from "./journal-record.ts";

/** How long what other processes did may stay unseen. A look at the disk costs more than a miss. */
const UNSEEN_MS = 1;

/** Uses that are written down together. */
const TOUCHES = 256;

/** Lines of the journal that are kept although they no longer count. */
const SLACK = 1024;

/** Files that go at once, so that nobody waits for many. */
const MOST_EVICTED = 64;

const NONE: readonly never[] = [];

const shared = new Map<string, WeakRef<DiskIndex>>();
/** Those with uses that are not written down: kept until they are, whoever forgets the store. */
const touched = new Set<DiskIndex>();
let flushesOnExit = false;

/**
 * Which files a folder holds, and in which order they were last used, without looking at them.
 *
 * It is never told of a file too late: one is known before it is seen, and until it is gone. So what
 * a process that is killed leaves behind takes no more room than the index says.
 *
 * All stores of a process over one folder share it; processes share its journal.
 */
export class DiskIndex implements Iterable<Variant> {
  readonly #variants = new VariantLru<Variant>();
  readonly #journal: DiskJournal;
  readonly #dir: string;
  readonly #touched = new Set<string>();
  #limits: CacheLimits | undefined;
  #freshUntil = -Infinity;
  #shortenFrom = 0;

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
    this.#journal = new DiskJournal(`${dir}/${JOURNAL}`, {
      apply: (record) => this.#apply(record),
      reset: () => this.#reset(),
    });
  }

  /** The limits that a process last kept to; undefined if nothing was ever stored. */
  get limits(): CacheLimits | undefined {
    this.#refresh();
    return this.#limits;
  }

  /** From what was not used for longest to what was used last. */
  [Symbol.iterator](): Iterator<Variant> {
    this.#refresh();
    return this.#variants[Symbol.iterator]();
  }

  /** The variants of a key, the youngest first. */
  of(key: string): readonly Variant[] {
    this.#refresh();
    return this.#variants.of(key);
  }

  has(name: string): boolean {
    this.#refresh();
    return this.#variants.has(name);
  }

  /** Counts as a use of a file. */
  touch(name: string): void {
    this.#variants.touch(name);
    this.#touched.delete(name); // to come last
    this.#touched.add(name);
    if (this.#touched.size === 1) touched.add(this);
    if (this.#touched.size >= TOUCHES) this.advise(NONE);
  }

  /**
   * Adds a file that is about to be seen, and takes out those that have to go to keep the limits: some,
   * if they are many. `remove` removes such a file. Tells whether all are gone.
   */
  put(variant: Variant, limits: CacheLimits, remove: (name: string) => void): boolean {
    this.#refresh();
    this.#variants.put(variant);
    const told = this.#tellLimits(limits);
    const evicted = this.#takeOut(variant.key, limits, remove);
    this.#append([...told, putOf(variant), ...evicted]);
    return evicted.length < MOST_EVICTED;
  }

  /** Takes out some more. Tells whether all are gone. */
  evict(key: string, limits: CacheLimits, remove: (name: string) => void): boolean {
    this.#refresh();
    const evicted = this.#takeOut(key, limits, remove);
    if (evicted.length > 0) this.#append(evicted);
    return evicted.length < MOST_EVICTED;
  }

  /** Adds a file that is there already. */
  add(variant: Variant): void {
    this.#variants.put(variant);
    this.#append([putOf(variant)]);
  }

  /** Forgets a file that is gone. */
  drop(variant: Variant): void {
    this.#variants.remove(variant.id);
    this.#append([outOf(variant)]);
  }

  /** Forgets a file that is gone, unless another has its name by now; tells whether it did. */
  lose(variant: Variant): boolean {
    if (!this.#variants.of(variant.key).includes(variant)) return false;
    this.#variants.remove(variant.id);
    return true;
  }

  /** Writes down what was lost and used, as far as that can be done: it only advises. */
  advise(lost: readonly Variant[]): void {
    try {
      if (lost.length + this.#touched.size > 0) this.#append(lost.map(outOf));
    } catch {
      this.#forgetUses(); // the folder cannot be written
    }
  }

  /** Makes what was written down outlive a power cut. */
  flush(): Promise<void> {
    return this.#journal.flush();
  }

  /** Lets the next store over this folder read its journal anew. */
  release(): void {
    this.advise(NONE);
    this.#journal.close();
    if (shared.get(this.#dir)?.deref() === this) shared.delete(this.#dir);
  }

  #refresh(): void {
    const now = systemClock.now();
    if (now < this.#freshUntil) return;
    this.#journal.refresh();
    this.#freshUntil = now + UNSEEN_MS;
  }

  #takeOut(
    key: string,
    limits: CacheLimits,
    remove: (name: string) => void,
  ): readonly JournalRecord[] {
    const evicted = this.#variants.evict(key, limits, MOST_EVICTED);
    for (const { id } of evicted) remove(id);
    return evicted.map(outOf);
  }

  #tellLimits(limits: CacheLimits): readonly JournalRecord[] {
    const { maxBytes, maxEntries } = this.#limits ?? {};
    if (maxBytes === limits.maxBytes && maxEntries === limits.maxEntries) return NONE;
    this.#limits = limits;
    return [recordOf(limits)];
  }

  #append(records: readonly JournalRecord[]): void {
    if (this.#touched.size === 0) this.#journal.append(records);
    else this.#journal.append([...Array.from(this.#touched, hitOf), ...records]);
    this.#forgetUses();
    this.#shorten();
  }

  #shorten(): void {
    const { records } = this.#journal;
    if (records <= Math.max(4 * this.#variants.size + SLACK, this.#shortenFrom)) return;
    this.#shortenFrom = records + SLACK; // where it fails, or another process is at it
    try {
      this.#journal.rewrite(() => [...this.#records()]);
      if (this.#journal.records < records) this.#shortenFrom = 0;
    } catch {
      // It is longer than it need be, and right.
    }
  }

  /** All that the journal has to say. Variants of a key are told in the order of their age. */
  *#records(): Generator<JournalRecord> {
    if (this.#limits) yield recordOf(this.#limits);
    const told = new Set<string>();
    for (const variant of this.#variants) {
      const siblings = this.#variants.of(variant.key);
      if (siblings.length === 1) yield putOf(variant);
      else {
        if (!told.has(variant.key)) yield* siblings.toReversed().map(putOf);
        told.add(variant.key);
        yield hitOf(variant.id);
      }
    }
  }

  #reset(): void {
    this.#variants.clear();
    this.#limits = undefined;
  }

  #forgetUses(): void {
    if (this.#touched.size === 0) return;
    this.#touched.clear();
    touched.delete(this);
  }

  #apply(record: JournalRecord): void {
    const [event, id] = record;
    if (event === "max") this.#limits = limitsOf(record);
    else if (event === "put") this.#variants.put({ id, bytes: record[2], key: record[3] });
    else if (event === "hit") this.#variants.touch(id);
    else this.#variants.remove(id);
  }
}

function putOf({ id, bytes, key }: Variant): JournalRecord {
  return ["put", id, bytes, key];
}

function hitOf(id: string): JournalRecord {
  return ["hit", id];
}

function outOf({ id }: Variant): JournalRecord {
  return ["out", id];
}

function flushAll(): void {
  for (const index of touched) index.advise(NONE);
}
