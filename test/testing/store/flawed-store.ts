import type { CacheEntry, CacheStore } from "../../../src/layers/cache/cache-store.ts";

/** What can be wrong with a {@link FlawedStore}. */
export type Flaw =
  | "throws"
  | "gives no promise"
  | "rejects what is missing"
  | "gives no list"
  | "cannot have long keys"
  | "keeps keys in an object"
  | "folds the case of keys"
  | "normalizes keys"
  | "puts the oldest first"
  | "keeps both of the same vary"
  | "takes the order of vary for a difference"
  | "deletes one variant only"
  | "brings back what was deleted"
  | "gives a live list"
  | "writes to what it is given"
  | "keeps the whole buffer"
  | "decodes the body"
  | "loses the empty body"
  | "joins headers of one name"
  | "keeps it as JSON"
  | "tears what is put at once"
  | "keeps nothing"
  | "keeps what it was given"
  | "forgets when it is reopened"
  | "has back what was deleted when it is reopened"
  | "has back what was replaced when it is reopened"
  | "turns the order when it is reopened";

/** Keeps entries in a map. Right, unless it is made with a flaw. */
export class FlawedStore implements CacheStore {
  readonly #flaw: Flaw | undefined;
  readonly #kept = new Map<string, CacheEntry[]>();
  readonly #object: Record<string, CacheEntry[]> = {};
  #body: Uint8Array | undefined;
  /** What every key once had. */
  readonly #once = new Map<string, CacheEntry[]>();

  constructor(flaw?: Flaw) {
    this.#flaw = flaw;
  }

  /** A store over what this one has kept. */
  reopened(): FlawedStore {
    const store = new FlawedStore(this.#flaw);
    if (this.#flaw === "forgets when it is reopened") return store;
    const turns = this.#flaw === "turns the order when it is reopened";
    for (const [key, entries] of this.#kept) {
      store.#kept.set(key, turns ? entries.toReversed() : [...entries]);
    }
    for (const [key, entries] of this.#once) {
      const isBack =
        this.#flaw === "has back what was replaced when it is reopened"
          ? this.#of(key).length === 1
          : this.#flaw === "has back what was deleted when it is reopened" &&
            this.#of(key).length === 0;
      if (isBack) store.#kept.set(key, [...entries]);
    }
    return store;
  }

  get(key: string): Promise<readonly CacheEntry[]> {
    if (this.#flaw === "throws") throw new Error("thrown");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that is the flaw
    if (this.#flaw === "gives no promise") return this.#of(key) as never;
    return this.#get(key);
  }

  async put(key: string, entry: CacheEntry): Promise<void> {
    if (this.#flaw === "keeps nothing") return;
    if (this.#flaw === "cannot have long keys" && key.length > 255) throw new Error("ENAMETOOLONG");
    const kept = this.#flaw === "keeps what it was given" ? entry : await this.#copyOf(entry);
    const others = this.#of(key).filter((other) => this.#isOther(other, entry));
    const all = this.#flaw === "puts the oldest first" ? [...others, kept] : [kept, ...others];
    if (!this.#once.has(key)) this.#once.set(key, [kept]);
    if (this.#flaw === "gives a live list") this.#of(key).splice(0, Infinity, ...all);
    else this.#set(key, all);
    if (this.#flaw === "writes to what it is given") entry.body.fill(0);
  }

  async delete(key: string): Promise<void> {
    const kept = this.#flaw === "deletes one variant only" ? this.#of(key).slice(1) : [];
    if (this.#flaw === "brings back what was deleted") await Promise.resolve();
    else this.#set(key, kept);
  }

  async #get(key: string): Promise<readonly CacheEntry[]> {
    const found = this.#of(key);
    if (found.length === 0 && this.#flaw === "rejects what is missing") throw new Error("ENOENT");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that is the flaw
    if (this.#flaw === "gives no list") return found[0] as never;
    return this.#flaw === "gives a live list" ? found : [...found];
  }

  #of(key: string): CacheEntry[] {
    const name = this.#nameOf(key);
    if (this.#flaw === "keeps keys in an object") return this.#object[name] ?? [];
    const found = this.#kept.get(name) ?? [];
    this.#kept.set(name, found);
    return found;
  }

  #set(key: string, entries: CacheEntry[]): void {
    const name = this.#nameOf(key);
    if (this.#flaw === "keeps keys in an object") this.#object[name] = entries;
    else this.#kept.set(name, entries);
  }

  #nameOf(key: string): string {
    if (this.#flaw === "folds the case of keys") return key.toLowerCase();
    return this.#flaw === "normalizes keys" ? key.normalize() : key;
  }

  #isOther(entry: CacheEntry, put: CacheEntry): boolean {
    if (this.#flaw === "keeps both of the same vary") return entry.url !== put.url;
    const names = ({ vary }: CacheEntry): string => {
      const pairs = Object.entries(vary);
      const isRaw = this.#flaw === "takes the order of vary for a difference";
      return JSON.stringify(isRaw ? pairs : pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    };
    return names(entry) !== names(put);
  }

  async #copyOf(entry: CacheEntry): Promise<CacheEntry> {
    const body = await this.#bodyOf(entry);
    if (this.#flaw === "joins headers of one name") {
      const joined = new Map<string, string>();
      for (const [name, value] of entry.headers) {
        const before = joined.get(name);
        joined.set(name, before === undefined ? value : `${before}, ${value}`);
      }
      return { ...entry, body, headers: [...joined] };
    }
    if (this.#flaw !== "keeps it as JSON") return { ...entry, body };
    const copy: CacheEntry = JSON.parse(JSON.stringify(entry));
    return { ...copy, body };
  }

  async #bodyOf({ body }: CacheEntry): Promise<Uint8Array> {
    if (this.#flaw === "keeps the whole buffer") return new Uint8Array(body.buffer);
    if (this.#flaw === "loses the empty body" && body.length === 0) return new Uint8Array(1);
    if (this.#flaw === "decodes the body") {
      return new TextEncoder().encode(new TextDecoder().decode(body));
    }
    if (this.#flaw !== "tears what is put at once") return body.slice();
    this.#body = body.slice();
    await Promise.resolve();
    return this.#body;
  }
}
