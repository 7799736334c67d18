import { type CacheEntry, type CacheStore, httpStack } from "pagoda";

/** Keeps what it is given, and counts. A store knows no policy: the layer above it does. */
class CountingStore implements CacheStore {
  readonly #entries = new Map<string, CacheEntry>();
  hits = 0;

  async get(key: string): Promise<readonly CacheEntry[]> {
    const entry = this.#entries.get(key);
    if (entry) this.hits++;
    return entry ? [entry] : [];
  }

  async put(key: string, entry: CacheEntry): Promise<void> {
    this.#entries.set(key, entry);
  }

  async delete(key: string): Promise<void> {
    this.#entries.delete(key);
  }
}

const store = new CountingStore();
await using http = httpStack({ cache: store, robots: false }).service();

const first = await http.call({ url: "http://example.com/" });
const second = await http.call({ url: "http://example.com/" });
console.log(first.fromCache, second.fromCache, store.hits); // false true 1
console.log(first.text === second.text); // true
