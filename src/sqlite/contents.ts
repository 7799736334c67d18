import type { Database, Read, Write } from "./database.ts";
import { digest } from "./digest.ts";

/** Whose the bodies of pages are: of the URL that had one first, once its page was settled as done. */
export class Contents {
  readonly #insert: Write;
  readonly #owner: Read;
  /** Of bodies of pages that are being read, by their hashes. */
  readonly #holders = new Map<string, string>();
  /** The hashes of these bodies, by the URLs of their pages. */
  readonly #held = new Map<string, Uint8Array[]>();

  constructor(database: Database) {
    this.#insert = database.write("INSERT OR IGNORE INTO contents (hash, owner) VALUES (?, ?)");
    this.#owner = database.read("SELECT owner = ? AS isOwn FROM contents WHERE hash = ?");
  }

  /** Whether a body is that of this URL, or nobody's, and so from now on that of this URL. */
  claim(hash: Uint8Array, url: string): boolean {
    const owner = this.#owner.one(digest(url), hash);
    if (owner) return owner["isOwn"] === 1;
    const key = keyOf(hash);
    const holder = this.#holders.get(key);
    if (holder !== undefined) return holder === url;
    this.#holders.set(key, url);
    this.#held.set(url, [...(this.#held.get(url) ?? []), hash]);
    return true;
  }

  /** Notes whose the body of a page is, or lets go of it where the page is to be fetched again. */
  settle(url: string, isDone: boolean): void {
    for (const hash of this.#held.get(url) ?? []) {
      this.#holders.delete(keyOf(hash));
      if (isDone) this.#insert(hash, digest(url));
    }
    this.#held.delete(url);
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString("latin1");
}
