import { type Channel, channel } from "node:diagnostics_channel";

import { redactUrl } from "../http/url/redact-url.ts";

/** Something that happened to a URL of a crawl. Published on the channel `pagoda:crawl`. */
export interface CrawlEvent {
  readonly event:
    | "fetched"
    | "redirected"
    | "retried"
    | "notFetched"
    | "parseFailed"
    | "itemFailed"
    /** A sitemap was read, or was none. */
    | "sitemapRead"
    | "sitemapFailed"
    /** The crawl came to a soft limit of `limits`, or to a hard one. */
    | "slowed"
    | "stopped"
    /** The crawl itself failed, with whatever fails after that. */
    | "failed";
  /** As {@link redactUrl} shows it. */
  readonly url: string;
  /** What came, why it was not fetched, what failed. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Where crawls tell what becomes of each URL. Guard every publication by its `hasSubscribers`. */
export const crawlEvents: Channel = channel("pagoda:crawl");

/** Publishes a {@link CrawlEvent}, if somebody listens. */
export function tell(
  event: CrawlEvent["event"],
  url: string,
  detail: Readonly<Record<string, unknown>>,
): void {
  if (!crawlEvents.hasSubscribers) return;
  crawlEvents.publish({ event, url: redactUrl(url), detail } satisfies CrawlEvent);
}
