import type { NotFetchedReason } from "../engine/fates.ts";

/** What became of a URL in a crawl. */
export type UrlFate =
  | "fetched"
  /** It led to another URL. */
  | "redirected"
  /** It is to be fetched, or is in hand. */
  | "waits"
  /** It was not fetched; the `reason` tells why. */
  | "not_fetched"
  /** The crawl has not come across it. */
  | "unknown";

/** All that the database of a crawl tells of a URL. */
export interface UrlStory {
  /** The URL, as the WHATWG parser gives it. */
  readonly url: string;
  /** That by which the crawl tells it from others. */
  readonly key: string;
  readonly fate: UrlFate;
  /** The spelling that was there first, of which the rest tells; undefined where it is this one. */
  readonly duplicateOf?: string;
  /** Why it was not fetched. */
  readonly reason?: NotFetchedReason;
  /** The code of what went wrong, or what a filter said. */
  readonly why?: string;
  /** Of the response. */
  readonly status?: number;
  /** Where it led to. */
  readonly redirectedTo?: string;
  /** The URLs that led to it, in order. */
  readonly redirects?: readonly string[];
  /** Links from a start URL to it. */
  readonly depth?: number;
  /** Attempts that failed before. */
  readonly attempts?: number;
  /** Requests of its host that stand before it, if it stands in line. */
  readonly ahead?: number;
  /** Before when it is not to be taken, in Unix milliseconds. */
  readonly dueAt?: number;
  /** Until when its host is held, in Unix milliseconds. */
  readonly heldUntil?: number;
}
