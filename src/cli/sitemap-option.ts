import { collectUrl } from "./start-url.ts";

/** What `--sitemap` was given: nothing, or URLs. */
export type SitemapValue = true | readonly string[];

/** Where a crawl begins. */
export interface CrawlStarts {
  readonly start: readonly string[];
  readonly sitemap: boolean | readonly string[];
}

/** Reads one more URL of `--sitemap`. */
export function collectSitemap(text: string, known?: true | string[]): true | string[] {
  return collectUrl(text, Array.isArray(known) ? known : []);
}

/** The URLs that were typed, of sitemaps too. */
export function namedUrls(urls: readonly string[], sitemap?: SitemapValue): readonly string[] {
  return Array.isArray(sitemap) ? [...urls, ...sitemap] : urls;
}

/**
 * Where a crawl begins, by its URLs and `--sitemap`.
 *
 * The option takes the URL that follows it. Where no other is given and it names a whole site, it was
 * meant as one: `--sitemap https://example.com`.
 */
export function crawlStarts(urls: readonly string[], sitemap?: SitemapValue): CrawlStarts {
  if (sitemap === undefined || sitemap === true) return { start: urls, sitemap: sitemap ?? false };
  const areSites = urls.length === 0 && sitemap.every((url) => new URL(url).pathname === "/");
  return areSites ? { start: sitemap, sitemap: true } : { start: urls, sitemap };
}
