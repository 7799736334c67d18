import type { Listing, WrittenEntry } from "./listing.ts";

/** A longer line holds no URL that could be fetched. */
const LONGEST_LINE = 16 * 1024;
const isUrl = /^https?:\/\//i;

/** Reads a sitemap that is plain text: a URL a line. Lines that are none are passed over. */
export class ListedLines implements Listing {
  type: "text" | "unknown" = "unknown";
  readonly isOver = false;
  #rest = "";

  read(text: string): readonly WrittenEntry[] {
    const lines = (this.#rest + text).split(/[\r\n]+/);
    this.#rest = (lines.pop() ?? "").slice(0, LONGEST_LINE);
    return this.#entries(lines);
  }

  end(): readonly WrittenEntry[] {
    return this.#entries([this.#rest]);
  }

  #entries(lines: readonly string[]): readonly WrittenEntry[] {
    const urls = lines
      .map((line) => line.trim())
      .filter((line) => line.length < LONGEST_LINE && isUrl.test(line));
    if (urls.length > 0) this.type = "text";
    return urls.map((loc) => ({ loc, lastmod: undefined }));
  }
}
