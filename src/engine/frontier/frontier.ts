import type { Context } from "../../service/context.ts";
import type { NotFetchedReason } from "../fates.ts";
import type { Outbox } from "../items/outbox.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** What became of a request that was added. */
export type Admission = "admitted" | "duplicate" | "rejected";

/** A request that was taken and not yet settled. */
export interface Lease {
  readonly request: CrawlRequest;
  /** Whose schedule it belongs to: the `domainKey` of its URL. */
  readonly host: string;
}

/** What became of a URL. */
export interface Fate {
  readonly fate: "fetched" | NotFetchedReason;
  /** Of the response, where there was one. */
  readonly status?: number;
  /** The code of what went wrong, what a filter said, or the URL to which it was redirected. */
  readonly why?: string;
}

/** What became of a leased request. */
export type Settlement =
  | {
      readonly done: true;
      readonly fate?: Fate;
      /** What its page put out, as JSON, for the `outbox` of the frontier. */
      readonly items?: readonly string[];
    }
  /** Back in its old place, not to be taken before `retryAt`; with this many attempts made. */
  | { readonly retryAt: number; readonly attempts: number }
  | { readonly failed: Error; readonly fate?: Fate };

/** A request that an earlier crawl let in. */
export interface Past {
  readonly request: CrawlRequest;
  /** Whether it gave a page, waits to be taken again, or ended without a page. */
  readonly state: "page" | "waits" | "gone";
}

/** Where a frontier stands. */
export interface FrontierStats {
  /** Requests that wait to be taken, delayed ones too. */
  readonly pending: number;
  /** Requests that were taken and not yet settled. */
  readonly leased: number;
  /** Fingerprints remembered. */
  readonly seen: number;
  /** Hosts that are held. A frontier that cannot tell leaves it out. */
  readonly held?: number;
}

/**
 * Holds the requests of a crawl and decides which is next. Users write their own.
 *
 * Instants are on the clock of the crawl.
 */
export interface Frontier extends AsyncDisposable {
  /**
   * Says of each request what became of it.
   *
   * A duplicate is known by its fingerprint, which is remembered on admission only. A request with
   * `dontFilter` is none, nor is one that redirects led back to a URL of its own `redirects`.
   */
  add(requests: readonly CrawlRequest[]): Awaitable<readonly Admission[]>;
  /**
   * As `add` of one, called where nothing can be taken: may admit a request of a host that may have a
   * call and of which none waits, though there is no room, lest a host that is held keep all others
   * out. A frontier that always has room leaves it out.
   */
  overdraw?(request: CrawlRequest): Awaitable<Admission>;
  /** Leases up to `max` requests of hosts that are not held and have a call less than they may. */
  take(max: number, now: number): Awaitable<readonly Lease[]>;
  /** The call of a lease has ended, and its host may have another; the lease goes on. */
  fetched(lease: Lease): void;
  /** Ends a lease. A request that comes back is admitted even where there is no room. */
  settle(lease: Lease, outcome: Settlement): Awaitable<void>;
  /** Takes nothing of a host until this instant, `-Infinity` to let go. The last word counts. */
  hold(host: string, until: number): void;
  /** Resolves when there is something to take, or nothing is pending or leased. */
  whenReady(context: Context): Promise<void>;
  stats(): FrontierStats;
  /** Whether the fingerprint of a request is remembered. A frontier that cannot tell leaves it out. */
  hasSeen?(request: CrawlRequest): boolean;
  /**
   * What would be taken next, at most so many, so that the crawl can have the addresses of their
   * hosts looked up. A frontier that cannot tell leaves it out.
   */
  upcoming?(max: number): Iterable<CrawlRequest>;
  /** Is told why a URL was not let in, so that it can tell later. One that keeps nothing leaves it out. */
  leaveOut?(url: string, fate: Fate): void;
  /** What became of a URL, in this crawl or one before. One that keeps nothing leaves it out. */
  fateOf?(url: string): Fate | undefined;
  /**
   * What crawls before this one let in, all or only what they started from, so that this one can go on
   * with the same scope and quotas. One that outlives no crawl leaves it out.
   */
  past?(which: "starts" | "all"): Iterable<Past>;
  /** Keeps the items of pages that were settled. One that outlives no crawl leaves it out. */
  readonly outbox?: Outbox;
  /** Makes what it was told outlive the process; called as a crawl ends, and when its sinks have had all. */
  flush?(): Awaitable<void>;
  /** What a crawl that ends leaves behind; a durable frontier keeps it and leaves this out. */
  pending?(): Iterable<CrawlRequest>;
}
