import { parseSitemap } from "pagoda/html";
import { parseRobots } from "pagoda/http";

import { differs, firstOf, playerOf, type Player, type Problem } from "../case.ts";

type Text = string | { readonly $bytes_latin1: string } | { readonly $bytes_base64: string };

interface SitemapCase {
  readonly content_type?: string | null;
  readonly body?: Text;
  readonly type?: string | null;
  readonly locs?: readonly string[];
  readonly n_locs?: number;
  readonly items?: readonly { readonly lastmod?: string }[];
  readonly note?: string;
  readonly robots?: Text;
  readonly base_url?: string;
  readonly sitemaps?: readonly string[];
}

/** Sitemaps as Scrapy and crawler-commons read them. */
export const sitemapsSuite: Player = playerOf<SitemapCase>((the) =>
  the.robots === undefined ? read(the) : named(the.robots, the),
);

function named(robots: Text, { base_url: base = "http://a.test", sitemaps }: SitemapCase): Problem {
  return differs("sitemaps", parseRobots(bytesOf(robots), `${base}/`).sitemaps, sitemaps);
}

function read({
  body = "",
  content_type: contentType,
  items,
  locs,
  n_locs: count,
  note = "",
  type,
}: SitemapCase): Problem {
  const sitemap = parseSitemap(
    bytesOf(body),
    "http://h.test/sitemap.xml",
    contentType ?? undefined,
  );
  const found = sitemap.urls.map(({ loc }) => loc);
  const only = /\bgive only (\S+)/.exec(note)?.slice(1);
  return firstOf(
    differs("type", sitemap.type, typeOf(type)),
    differs("locs", found, locs ?? only ?? found),
    differs("number of locs", found.length, count ?? found.length),
    items && differs("dates", sitemap.urls.map(lastmodOf), items.map(lastmodOf)),
  );
}

function lastmodOf({ lastmod }: { readonly lastmod?: string }): string | undefined {
  return lastmod === "" ? undefined : lastmod;
}

/** Our name for a type. */
function typeOf(type: string | null | undefined): string {
  return type === null || type === undefined ? "unknown" : (ours.get(type) ?? type);
}

const ours: ReadonlyMap<string, string> = new Map([
  ["url", "urlset"],
  ["sitemapindex", "index"],
  ["atom", "feed"],
  ["rss", "feed"],
]);

function bytesOf(text: Text): Uint8Array {
  if (typeof text === "string") return Buffer.from(text);
  return "$bytes_base64" in text
    ? Buffer.from(text.$bytes_base64, "base64")
    : Buffer.from(text.$bytes_latin1, "latin1");
}
