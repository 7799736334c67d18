import type { HttpResponse } from "../http/message.ts";
import type { NotFetchedReason } from "./fates.ts";

/** Why a crawl ended. */
export type StopReason =
  /** Nothing was left to do. */
  | "finished"
  /** The option of that name was reached. */
  | "maxPages"
  | "maxTimeMs"
  | "maxBytes"
  | "maxErrors"
  /** `stop()` was called, or nobody wanted more items. */
  | "stopped"
  /** Its signal aborted. */
  | "aborted"
  /** A sink, the frontier, the start URLs or `open` and `close` failed, or anything with `failFast`. */
  | "failed";

/** Where a crawl stands. */
export interface CrawlStats {
  /** Pages that were fetched and given to `parse`. */
  readonly pages: number;
  /** Exchanges that came to an end: each attempt, each redirect. */
  readonly requests: number;
  /** Responses that came from a cache. */
  readonly fromCache: number;
  /** Those of them for which the server was asked, and answered that they still hold. */
  readonly notModified: number;
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Bytes of all bodies, content coding undone. */
  readonly bytes: number;
  /** Items that `parse` put out. */
  readonly items: number;
  /** What failed, by code: requests that were given up, parses, items. */
  readonly errors: Readonly<Record<string, number>>;
  /** URLs that were not fetched, by reason. */
  readonly notFetched: Readonly<Partial<Record<NotFetchedReason, number>>>;
  /** Requests that wait. */
  readonly pending: number;
  /** Calls under way. */
  readonly inFlight: number;
  /** Fingerprints remembered. */
  readonly seen: number;
  /** Hosts that answered or failed to. */
  readonly hosts: number;
  readonly elapsedMs: number;
  /** Why the crawl ended; undefined while it runs. */
  readonly stopReason: StopReason | undefined;
}

/** How a host has answered. */
export interface HostStats {
  readonly host: string;
  readonly requests: number;
  /** Mean time to the last byte, in milliseconds. */
  readonly meanMs: number;
}

/** Counts what happens in a crawl. */
export class Counters {
  pages = 0;
  requests = 0;
  fromCache = 0;
  notModified = 0;
  bytes = 0;
  items = 0;
  /** All errors together. */
  failures = 0;
  readonly #statuses = new Map<string, number>();
  readonly #errors = new Map<string, number>();
  readonly #hosts = new Map<string, { requests: number; totalMs: number }>();

  /** Counts a call to a host that was sent, or answered from a cache. One that a 304 answered is both. */
  call(host: string, response: HttpResponse | undefined, latencyMs: number): void {
    if (response) {
      add(this.#statuses, String(response.status));
      this.bytes += response.body.byteLength;
    }
    if (response?.fromCache === true) this.fromCache++;
    if (response?.revalidated) this.notModified++;
    if (response?.fromCache === true && !response.revalidated) return;
    this.requests++;
    const figures = this.#hosts.get(host) ?? { requests: 0, totalMs: 0 };
    figures.requests++;
    figures.totalMs += latencyMs;
    this.#hosts.set(host, figures);
  }

  error(code: string): void {
    this.failures++;
    add(this.#errors, code);
  }

  /** What is counted here, for {@link CrawlStats}. */
  totals(): Pick<
    CrawlStats,
    | "pages"
    | "requests"
    | "fromCache"
    | "notModified"
    | "statuses"
    | "bytes"
    | "items"
    | "errors"
    | "hosts"
  > {
    const { pages, requests, fromCache, notModified, bytes, items } = this;
    const statuses = Object.fromEntries(this.#statuses);
    const errors = Object.fromEntries(this.#errors);
    const sums = { pages, requests, fromCache, notModified, bytes, items };
    return { ...sums, statuses, errors, hosts: this.#hosts.size };
  }

  hosts(): readonly HostStats[] {
    return [...this.#hosts].map(([host, { requests, totalMs }]) => ({
      host,
      requests,
      meanMs: totalMs / requests,
    }));
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
