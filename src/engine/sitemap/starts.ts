import type { Starts } from "../crawl-loop.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import type { SitemapSource } from "./sitemap-source.ts";

/** What a crawl starts from, in order: its start URLs, then the pages of sitemaps. */
export function startsOf(
  start: Starts,
  sitemaps: readonly string[] | "known",
  source: SitemapSource,
): readonly Starts[] {
  if (sitemaps !== "known") return sitemaps.length === 0 ? [start] : [start, source.at(sitemaps)];
  if (!isList(start)) return notedThen(start, source);
  return [start, source.of(new Set(start.map(siteOf)))];
}

/** Notes the sites of requests as they come. */
function notedThen(start: AsyncIterable<CrawlRequest>, source: SitemapSource): readonly Starts[] {
  const sites = new Set<string>();
  const noted = async function* (): AsyncGenerator<CrawlRequest, void> {
    for await (const request of start) {
      sites.add(siteOf(request));
      yield request;
    }
  };
  return [noted(), source.of(sites)];
}

function siteOf({ url }: CrawlRequest): string {
  return new URL(url).origin;
}

function isList(start: Starts): start is readonly CrawlRequest[] {
  return Array.isArray(start);
}
