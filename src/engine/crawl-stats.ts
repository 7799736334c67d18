import type { HttpResponse } from "../http/message.ts";
import type { NotFetchedReason } from "./fates.ts";
import { HostTable, type HostStats, type OtherHosts } from "./stats/host-table.ts";
import { LatencyHistogram, type LatencyStats } from "./stats/latency-histogram.ts";

/** Why a crawl ended. */
export type StopReason =
  /** Nothing was left to do. */
  | "finished"
  /** The option of that name was reached. */
  | "maxPages"
  | "maxTimeMs"
  | "maxBytes"
  | "maxErrors"
  /** The hard limit of that name in `limits` was reached. */
  | "rssBytes"
  | "cpuShare"
  | "freeDiskBytes"
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
  /** Requests that failed and were put back, to be tried again. */
  readonly retries: number;
  /** Calls that the stack refused for now, as its limits do: nothing was sent. */
  readonly refusals: number;
  /** Bytes of the bodies that servers sent, content coding undone. */
  readonly bytes: number;
  /** Bytes of the bodies that came from a cache. */
  readonly cachedBytes: number;
  /** How long exchanges took to the last byte; what came from a cache alone is none. */
  readonly latency: LatencyStats;
  /** Items that `parse` put out. */
  readonly items: number;
  /** What failed, by code: requests that were given up, parses, items. */
  readonly errors: Readonly<Record<string, number>>;
  /** URLs that were not fetched, by reason. */
  readonly notFetched: Readonly<Partial<Record<NotFetchedReason, number>>>;
  /**
   * Requests that wait. Once the crawl has ended, those with which the next one goes on that has the same
   * durable frontier, and 0 with one in memory: then all of them are in `notFetched`.
   */
  readonly pending: number;
  /** Calls under way. */
  readonly inFlight: number;
  /** Fingerprints remembered. */
  readonly seen: number;
  /** Hosts that answered or failed to. Exact up to 20,000; above, one that comes back may count twice. */
  readonly hosts: number;
  /** Those of them that `hosts()` does not tell one by one. */
  readonly otherHosts: OtherHosts;
  /** When the crawl began, in ISO 8601; undefined before. */
  readonly startedAt: string | undefined;
  /** When it ended; undefined while it runs. */
  readonly endedAt: string | undefined;
  readonly elapsedMs: number;
  /** Why the crawl ended; undefined while it runs. */
  readonly stopReason: StopReason | undefined;
}

/** Counts what happens in a crawl. */
export class Counters {
  pages = 0;
  requests = 0;
  fromCache = 0;
  notModified = 0;
  retries = 0;
  refusals = 0;
  bytes = 0;
  cachedBytes = 0;
  items = 0;
  /** All errors together. */
  failures = 0;
  readonly #statuses = new Map<string, number>();
  readonly #errors = new Map<string, number>();
  readonly #hosts = new HostTable();
  readonly #latency = new LatencyHistogram();

  /** Counts a call to a host that was sent, or answered from a cache. One that a 304 answered is both. */
  call(host: string, response: HttpResponse | undefined, latencyMs: number): void {
    const bytes = response ? this.#received(response) : 0;
    if (response?.fromCache === true && !response.revalidated) return;
    const failed = response === undefined || response.status >= 500;
    this.requests++;
    this.#latency.add(latencyMs);
    this.#hosts.count(host, { failed, bytes, tookMs: latencyMs });
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
    | "retries"
    | "refusals"
    | "bytes"
    | "cachedBytes"
    | "latency"
    | "items"
    | "errors"
    | "hosts"
    | "otherHosts"
  > {
    const { pages, requests, fromCache, notModified, retries } = this;
    const { bytes, cachedBytes, items, refusals } = this;
    const sums = { pages, requests, fromCache, notModified, retries, refusals };
    const amounts = { bytes, cachedBytes, items };
    return {
      ...sums,
      ...amounts,
      statuses: Object.fromEntries(this.#statuses),
      errors: Object.fromEntries(this.#errors),
      latency: this.#latency.stats(),
      hosts: this.#hosts.size,
      otherHosts: this.#hosts.others,
    };
  }

  hosts(): readonly HostStats[] {
    return this.#hosts.stats();
  }

  /** Counts a response, and gives the bytes of it that a server sent. */
  #received({ body, fromCache, revalidated, status }: HttpResponse): number {
    add(this.#statuses, String(status));
    if (revalidated) this.notModified++;
    if (fromCache) {
      this.fromCache++;
      this.cachedBytes += body.byteLength;
      return 0;
    }
    this.bytes += body.byteLength;
    return body.byteLength;
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
