import type { CrawlStats } from "../crawl-stats.ts";

/** What the figures of a crawl are taken from. */
export interface CrawlState extends CrawlStats {
  /** Hosts that nothing is taken of for now; undefined where the frontier does not tell. */
  readonly heldHosts: number | undefined;
}

/** A figure of crawls, as OpenTelemetry names it. */
export interface CrawlFigure {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  /** Whether it goes down, too, and is nothing once the crawl has ended. */
  readonly isLevel: boolean;
  /** By which attribute it is told apart, where it is more than one number. */
  readonly attribute?: string;
  readonly of: (state: CrawlState) => number | Readonly<Record<string, number>> | undefined;
}

/** All figures of crawls. */
export const crawlFigures: readonly CrawlFigure[] = [
  level("queued_requests", "{request}", "Requests that wait to be fetched.", (s) => s.pending),
  level("active_requests", "{request}", "Calls under way.", (s) => s.inFlight),
  level("seen_requests", "{request}", "Requests remembered as seen.", (s) => s.seen),
  level("held_hosts", "{host}", "Hosts of which nothing is taken for now.", (s) => s.heldHosts),
  sum("pages", "{page}", "Pages that were fetched and given to parse.", (s) => s.pages),
  sum("items", "{item}", "Items that parse put out.", (s) => s.items),
  sum("requests", "{request}", "Exchanges that came to an end.", (s) => s.requests),
  sum("io", "By", "Bytes of the bodies that servers sent, coding undone.", (s) => s.bytes),
  sum("retries", "{retry}", "Requests that failed and were put back.", (s) => s.retries),
  sum("refusals", "{refusal}", "Calls that the stack refused for now.", (s) => s.refusals),
  {
    ...sum("cache_hits", "{response}", "Responses that came from a cache.", cacheHits),
    attribute: "pagoda.cache.result",
  },
  {
    ...sum(
      "unfetched_urls",
      "{url}",
      "URLs that were not fetched, by reason.",
      (s) => s.notFetched,
    ),
    attribute: "pagoda.crawl.reason",
  },
  {
    ...sum("errors", "{error}", "What failed, by code.", (s) => s.errors),
    attribute: "error.type",
  },
];

function cacheHits({ fromCache, notModified }: CrawlState): Readonly<Record<string, number>> {
  return { fresh: fromCache - notModified, revalidated: notModified };
}

function level(
  name: string,
  unit: string,
  description: string,
  of: CrawlFigure["of"],
): CrawlFigure {
  return { name: `pagoda.crawl.${name}`, unit, description, isLevel: true, of };
}

function sum(name: string, unit: string, description: string, of: CrawlFigure["of"]): CrawlFigure {
  return { ...level(name, unit, description, of), isLevel: false };
}
