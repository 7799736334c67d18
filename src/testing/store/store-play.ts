import type { CacheEntry, CacheStore } from "../../layers/cache/cache-store.ts";
import { dispose } from "../../service/disposal.ts";
import { requireMethods, show } from "../../service/options.ts";
import { BrokenRule, requireRule } from "../contract/broken-rule.ts";
import { asReceived, copyOf, isSame } from "./same-entry.ts";
import { type Possible, StoreModel, varyOf } from "./store-model.ts";
import type { StoreSchedule, StoreStep } from "./store-schedule.ts";

/** What the store under test says of itself. */
export interface StoreTraits {
  readonly forgets: boolean;
  readonly copies: boolean;
  readonly reopen: ((store: CacheStore) => CacheStore | Promise<CacheStore>) | undefined;
}

/** What a store once gave, with a copy of how it was. */
interface Found {
  readonly entries: readonly CacheEntry[];
  readonly copies: readonly CacheEntry[];
}

/** A store beside a model, while a schedule is played to both. Throws where they differ. */
export class StorePlay {
  #store: CacheStore;
  readonly #traits: StoreTraits;
  readonly #model = new StoreModel();
  readonly #found: Found[] = [];

  constructor(store: CacheStore, traits: StoreTraits) {
    this.#store = store;
    this.#traits = traits;
  }

  async play(schedule: StoreSchedule): Promise<void> {
    const keys = new Set(schedule.flat().map(({ key }) => key));
    for (const round of schedule) {
      if (round.length === 0) await this.#reopen();
      await Promise.all(round.map((step) => this.#take(step, round)));
      this.#model.take(round);
      for (const key of keys) this.#requireKept(key, await this.#get(key));
    }
    this.#requireNothingChanged();
  }

  dispose(): Promise<void> {
    return dispose(this.#store);
  }

  async #reopen(): Promise<void> {
    if (!this.#traits.reopen) return;
    await this.dispose();
    this.#store = await this.#traits.reopen(this.#store);
    requireMethods("reopen()", this.#store, ["get", "put", "delete"]);
  }

  async #take(step: StoreStep, round: readonly StoreStep[]): Promise<void> {
    const { key } = step;
    if (step.act === "delete") await this.#ask("delete", (store) => store.delete(key));
    else if (step.act === "put") await this.#put(key, step.entry);
    else {
      const found = await this.#get(key);
      const stranger = found.find(
        (entry) => !this.#model.during(key, round).some((put) => isSame(put, entry)),
      );
      requireRule(stranger === undefined, WHOLE, () => strange(key, stranger));
    }
  }

  async #put(key: string, entry: CacheEntry): Promise<void> {
    const given = asReceived(entry);
    await this.#ask("put", (store) => store.put(key, given));
    requireRule(
      isSame(given, entry),
      "put changes nothing of what it is given",
      () => `The entry of ${show(key)} was changed`,
    );
    if (this.#traits.copies) given.body.fill(0xff);
  }

  async #get(key: string): Promise<readonly CacheEntry[]> {
    const entries = await this.#ask("get", (store) => store.get(key));
    requireRule(
      Array.isArray(entries) && entries.every(isEntry),
      "get gives a list of entries",
      () => `For ${show(key)} it gave ${show(entries)}`,
    );
    requireRule(
      new Set(entries.map(varyOf)).size === entries.length,
      "a key has one variant of each vary",
      () => `${show(key)} has ${entries.length}, of which some have the same`,
    );
    this.#found.push({ entries, copies: entries.map(copyOf) });
    return entries;
  }

  /** What a store has while nothing is under way. */
  #requireKept(key: string, found: readonly CacheEntry[]): void {
    const variants = this.#model.of(key);
    const kept = found.map((entry) => {
      const variant = variants.get(varyOf(entry));
      const isKnown = variant?.entries.some((put) => isSame(put, entry)) === true;
      requireRule(isKnown, WHOLE, () => strange(key, entry));
      return variant?.round ?? 0;
    });
    requireRule(
      kept.every((round, n) => round <= (kept[n - 1] ?? Infinity)),
      "get gives the youngest variant first",
      () => `The variants of ${show(key)} are in another order`,
    );
    if (this.#traits.forgets) return;
    const due = [...variants.values()].filter(({ maybeGone }: Possible) => !maybeGone);
    requireRule(
      found.length >= due.length,
      "what was put is kept, as the store does not forget",
      () => `Of ${due.length} variants of ${show(key)}, ${found.length} are left`,
    );
  }

  #requireNothingChanged(): void {
    requireRule(
      this.#found.every(isAsItWas),
      "what get gave stays as it was",
      () => "A list of entries was changed later",
    );
  }

  async #ask<T>(method: keyof CacheStore, ask: (store: CacheStore) => Promise<T>): Promise<T> {
    let answer: Promise<T>;
    try {
      answer = ask(this.#store);
      requireRule(
        typeof answer?.then === "function",
        "each method gives a promise",
        () => `${method} gave ${show(answer)}`,
      );
      return await answer;
    } catch (error) {
      if (error instanceof BrokenRule) throw error;
      throw new BrokenRule(
        "nothing that is asked is an error",
        `${method} failed: ${String(error)}`,
      );
    }
  }
}

function isAsItWas({ entries, copies }: Found): boolean {
  const isUnchanged = (entry: CacheEntry, n: number): boolean =>
    copies[n] !== undefined && isSame(copies[n], entry);
  return entries.length === copies.length && entries.every(isUnchanged);
}

const WHOLE = "get gives entries of the key as they were put, and not replaced or deleted since";

function strange(key: string, entry: CacheEntry | undefined): string {
  const { status, url, body } = entry ?? {};
  return `For ${show(key)} it gave ${status} of ${show(url)} with ${body?.length} bytes`;
}

function isEntry(entry: Partial<CacheEntry> | null): boolean {
  if (!Array.isArray(entry?.headers) || !(entry.body instanceof Uint8Array)) return false;
  return typeof entry.vary === "object" && entry.vary !== null;
}
