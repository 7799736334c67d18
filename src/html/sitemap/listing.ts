/** What a sitemap may be. */
export type SitemapType =
  /** Pages of a site. */
  | "urlset"
  /** Other sitemaps. */
  | "index"
  /** Pages, a line each. */
  | "text"
  /** The entries of an RSS or Atom feed. */
  | "feed"
  /** No sitemap at all, such as a page that tells that there is none. */
  | "unknown";

/** What a sitemap names, as written there. */
export interface WrittenEntry {
  readonly loc: string;
  readonly lastmod: string | undefined;
}

/** Reads a sitemap as its text comes. */
export interface Listing {
  /** Known when the first entry was read, or at the end. */
  readonly type: SitemapType;
  /** Whether nothing more can be read, though there is more. */
  readonly isOver: boolean;
  /** Takes the next piece of the text. Gives the entries that ended in it. */
  read(text: string): readonly WrittenEntry[];
  /** There is no more text. Gives the entries that are left. */
  end(): readonly WrittenEntry[];
}
