/** What the elements of a kind of XML sitemap mean, by their names in lower case. */
export interface Dialect {
  readonly type: "urlset" | "index" | "feed";
  /** The element that stands for a page. */
  readonly entry: string;
  /** What its children hold: where it is, where it may be, when it changed, or nothing for us. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Whether more than one address may stand in an entry. */
  readonly manyLocs: boolean;
}

/** What a child of an entry holds: in its text, or of a `"link"` in its attribute `href`. */
export type Field = "loc" | "link" | "maybe" | "lastmod" | "other";

const sitemapFields: ReadonlyMap<string, Field> = new Map([
  ["loc", "loc"],
  ["lastmod", "lastmod"],
  ["changefreq", "other"],
  ["priority", "other"],
]);

const urlset: Dialect = { type: "urlset", entry: "url", fields: sitemapFields, manyLocs: true };
const index: Dialect = { type: "index", entry: "sitemap", fields: sitemapFields, manyLocs: true };
const rss: Dialect = {
  type: "feed",
  entry: "item",
  fields: new Map([
    ["link", "loc"],
    ["guid", "maybe"],
    ["pubdate", "lastmod"],
    ["dc:date", "lastmod"],
    ["title", "other"],
  ]),
  manyLocs: false,
};
const atom: Dialect = {
  type: "feed",
  entry: "entry",
  fields: new Map([
    ["link", "link"],
    ["updated", "lastmod"],
    ["title", "other"],
  ]),
  manyLocs: false,
};

/** The dialect of a document, by the name of its root; a lone entry may be one too. */
export const dialects: ReadonlyMap<string, Dialect> = new Map([
  ["urlset", urlset],
  ["url", urlset],
  ["sitemapindex", index],
  ["sitemap", index],
  ["rss", rss],
  ["rdf", rss],
  ["feed", atom],
]);
