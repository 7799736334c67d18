import { parseSitemap } from "pagoda/html";
import { parseRobots } from "pagoda/http";

import { differs, firstOf, playerOf, type Player } from "../case.ts";

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
export const sitemapsSuite: Player = playerOf<SitemapCase>((the) => {
  if (the.robots !== undefined) {
    const { sitemaps } = parseRobots(bytesOf(the.robots), `${the.base_url ?? "http://a.test"}/`);
    return differs("sitemaps", sitemaps, the.sitemaps);
  }
  const { type, urls } = parseSitemap(
    bytesOf(the.body ?? ""),
    "http://h.test/sitemap.xml",
    the.content_type ?? undefined,
  );
  const locs = urls.map(({ loc }) => loc);
  const [, only = locs] = /\bgive only (\S+)/.exec(the.note ?? "") ?? [];
  const wanted = typeof only === "string" ? [only] : only;
  return firstOf(
    differs("type", type, typeOf(the.type)),
    differs("locs", locs, the.locs ?? wanted),
    differs("number of locs", locs.length, the.n_locs ?? locs.length),
    the.items &&
      differs(
        "dates",
        urls.map(({ lastmod }) => lastmod),
        the.items.map(({ lastmod }) => lastmod || undefined),
      ),
  );
});

/** Our name for a type. */
function typeOf(type: string | null | undefined): string {
  switch (type) {
    case "url":
      return "urlset";
    case "sitemapindex":
      return "index";
    case "atom":
    case "rss":
      return "feed";
    default:
      return type ?? "unknown";
  }
}

function bytesOf(text: Text): Uint8Array {
  if (typeof text === "string") return Buffer.from(text);
  return "$bytes_base64" in text
    ? Buffer.from(text.$bytes_base64, "base64")
    : Buffer.from(text.$bytes_latin1, "latin1");
}
