import { tryParseUrl } from "../../http/url/parse-url.ts";
import { ListedElements } from "./listed-elements.ts";
import { ListedLines } from "./listed-lines.ts";
import type { Listing, SitemapType, WrittenEntry } from "./listing.ts";
import { sitemapText } from "./sitemap-text.ts";
import { sliced, unzipped } from "./unzipped.ts";

/** A page, or in an index another sitemap. */
export interface SitemapUrl {
  /** Where it is: absolute, http or https. */
  readonly loc: string;
  /** When it changed last, as written; left out where nobody says. */
  readonly lastmod?: string;
}

/** What of a sitemap counts, gzip undone, and how many addresses: by the protocol none has more. */
export const SITEMAP_BYTES: number = 50 * 1024 * 1024;
const MOST_URLS = 50_000;
/** How much is read at a time. */
const SLICE = 64 * 1024;

/** Reads a sitemap as its addresses are asked for, so that it need not be in memory as text. */
export class SitemapReader implements Iterable<SitemapUrl> {
  readonly #text: Iterable<string>;
  readonly #base: URL | undefined;
  #listing: Listing | undefined;
  #isCut = false;

  constructor(body: Uint8Array, base: URL | undefined, contentType: string) {
    const bytes = this.#capped(unzipped(sliced([body], SLICE)));
    this.#text = sitemapText(bytes, contentType);
    this.#base = base;
  }

  /** What it is: known when the first address was read, or at the end. */
  get type(): SitemapType {
    return this.#listing?.type ?? "unknown";
  }

  /** Whether there was more than could be read, so far. */
  get truncated(): boolean {
    return this.type !== "unknown" && (this.#isCut || this.#listing?.isOver === true);
  }

  /** Can be iterated once. */
  *[Symbol.iterator](): Generator<SitemapUrl, void> {
    let count = 0;
    for (const entry of this.#entries()) {
      const url = resolve(entry, this.#base);
      if (!url) continue;
      this.#isCut ||= count === MOST_URLS;
      if (count++ === MOST_URLS) return;
      yield url;
    }
  }

  *#entries(): Generator<WrittenEntry, void> {
    for (const text of this.#text) {
      this.#listing ??= listingOf(text);
      yield* this.#listing?.read(text) ?? [];
      if (this.#listing?.isOver === true) break;
    }
    yield* this.#listing?.end() ?? [];
  }

  *#capped(bytes: Iterable<Uint8Array>): Generator<Uint8Array, void> {
    let left = SITEMAP_BYTES;
    for (const piece of bytes) {
      if (left > 0) yield piece.subarray(0, left);
      left -= piece.length;
      this.#isCut = left < 0;
      if (this.#isCut) return;
    }
  }
}

/** Who can read a text that begins like this; undefined where all of it is blank. */
function listingOf(text: string): Listing | undefined {
  const start = text.search(/\S/);
  if (start < 0) return undefined;
  return text[start] === "<" ? new ListedElements() : new ListedLines();
}

function resolve({ loc, lastmod }: WrittenEntry, base: URL | undefined): SitemapUrl | undefined {
  const url = tryParseUrl(loc, base);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  return lastmod === undefined ? { loc: url.href } : { loc: url.href, lastmod };
}
