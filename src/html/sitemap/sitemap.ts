import { requireUrl } from "../../http/url/require-url.ts";
import type { SitemapType } from "./listing.ts";
import { SitemapReader, type SitemapUrl } from "./sitemap-reader.ts";

/** What a sitemap says. */
export interface Sitemap {
  readonly type: SitemapType;
  /** In the order of the file, also what it names twice. */
  readonly urls: readonly SitemapUrl[];
  /** Whether there was more: beyond the limits, or where the file was cut. */
  readonly truncated: boolean;
}

/**
 * Reads a sitemap: XML by the protocol of sitemaps.org, an index, a list of URLs as text, an RSS or
 * Atom feed. No sitemap is wrong: each is read as far as it makes sense, and what is none is
 * `"unknown"`.
 *
 * **The bytes decide** what it is, never its name or type. Gzip is undone, also where it was done
 * twice. The encoding is that of a byte order mark, of `contentType` or of the XML declaration,
 * else UTF-8.
 * **Addresses** are resolved on `url`, the place of the file; without it, relative ones are left out.
 * So is whatever is not http or https. White space around them does not count.
 * **XML** may have any namespace, a prefix, CDATA and references. Names of another prefix than the root
 * has do not count, so `image:loc` is no page. An entity is nothing unless it is one of HTML, so
 * neither does it grow nor read a file. What was not closed is read; an address cut in the middle is not.
 * **Of a feed** count its entries: of RSS the `link`, else the `guid`; of Atom the first `alternate`.
 * **As text** a line counts if it is an absolute URL.
 * **Limits** are those of the protocol: the first 50 MiB, gzip undone, and 50,000 addresses.
 * What is beyond is left out, and `truncated` tells. Time is linear, and memory is bounded.
 *
 * @example
 * ```ts
 * parseSitemap(body, "https://example.com/sitemap.xml.gz").urls; // [{ loc: "https://example.com/a" }]
 * ```
 */
export function parseSitemap(
  body: Uint8Array | string,
  url?: string,
  contentType: string = "",
): Sitemap {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const type = typeof body === "string" ? "" : contentType;
  const reader = new SitemapReader(bytes, url === undefined ? undefined : requireUrl(url), type);
  const urls = [...reader];
  return { type: reader.type, urls, truncated: reader.truncated };
}
