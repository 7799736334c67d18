import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Party } from "./party.ts";

/** URLs that are kept one by one, before they are packed. */
const LOOSE = 64;

/**
 * Requests of one party to one host that differ in nothing but their URLs: first in, first out.
 *
 * Packed, they take little more memory than the text of their URLs.
 */
export class Batch {
  readonly party: Party;
  /** When it was begun, counted in batches. */
  readonly number: number;
  readonly #like: CrawlRequest;
  /** URLs, with a line end behind each; those before `#at` are gone. */
  #text = "";
  #at = 0;
  /** The latest URLs. */
  #loose: string[] | undefined;
  #size = 0;

  constructor(party: Party, number: number, like: CrawlRequest) {
    this.party = party;
    this.number = number;
    this.#like = like;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether a request may join. */
  isLike(request: CrawlRequest): boolean {
    return request.isLike(this.#like);
  }

  push(url: string): void {
    this.#loose ??= [];
    if (this.#loose.push(url) >= LOOSE) this.pack();
    this.#size++;
  }

  pack(): void {
    if (!this.#loose) return;
    this.#text = `${this.#text.slice(this.#at)}${this.#loose.join("\n")}\n`;
    this.#at = 0;
    this.#loose = undefined;
  }

  /** The first, which stays. */
  peek(): CrawlRequest {
    if (this.#at === this.#text.length) this.pack();
    const url = this.#text.slice(this.#at, this.#end());
    // A copy, since a slice would keep the whole text in memory.
    return this.#like.withUrl(Buffer.from(url).toString());
  }

  /** Takes out what {@link peek} gave. */
  drop(): void {
    this.#at = this.#end() + 1;
    this.#size--;
  }

  #end(): number {
    return this.#text.indexOf("\n", this.#at);
  }
}
