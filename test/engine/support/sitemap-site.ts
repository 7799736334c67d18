import { type CrawlEvent, crawlEvents } from "../../../src/engine/crawl-events.ts";
import type { CrawlRun } from "../../../src/engine/crawl-run.ts";
import { crawl } from "../../../src/engine/crawl.ts";
import type { CrawlOptions } from "../../../src/engine/plan/crawl-options.ts";
import type { HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import type { Layer } from "../../../src/service/layer.ts";
import { type Answer, type FakeSite, fakeSite } from "../../support/fake-site.ts";

export const start = "http://a.test/";

/** A site of these files; numbers are pages of it, and the rest is not there. */
export function siteOf(
  answers: Readonly<Record<string, Answer>>,
  layer?: Layer<HttpRequest, HttpResponse>,
): FakeSite {
  return fakeSite((url) => {
    const path = pathOf(url);
    const isPage = /^\/(?:\d+|yes|no|x)?$/.test(path) || path.startsWith("/no/");
    return answers[path] ?? (isPage ? [] : undefined);
  }, layer && { layer });
}

/** Crawls a site by its start page: the paths of the pages that were fetched, and what was told. */
export async function crawled(
  site: FakeSite,
  options: Partial<CrawlOptions<string>>,
): Promise<{
  readonly run: CrawlRun<string>;
  readonly pages: readonly string[];
  readonly stats: ReturnType<CrawlRun<string>["stats"]>;
  readonly events: readonly CrawlEvent[];
}> {
  const events: CrawlEvent[] = [];
  const hear = (event: unknown): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the channel carries
    events.push(event as CrawlEvent);
  };
  const pages: string[] = [];
  crawlEvents.subscribe(hear);
  try {
    const run = crawl<string>({
      service: site.stack,
      start,
      parse: (page) => void pages.push(pathOf(page.url)),
      ...options,
    });
    const stats = await site.clock.run(run.done());
    return { run, pages, stats, events };
  } finally {
    crawlEvents.unsubscribe(hear);
  }
}

/** A file. */
export function file(body: string | Uint8Array): Answer {
  return { status: 200, body };
}

/** A sitemap of pages. */
export function sitemap(...locs: readonly string[]): Answer {
  return file(urlset(...locs));
}

/** The text of a sitemap of pages. */
export function urlset(...locs: readonly string[]): string {
  return `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join("")}</urlset>`;
}

/** A sitemap of sitemaps. */
export function index(...locs: readonly string[]): Answer {
  const sitemaps = locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join("");
  return file(`<sitemapindex>${sitemaps}</sitemapindex>`);
}

/** The path of a URL. */
export function pathOf(url: string): string {
  return new URL(url).pathname;
}
