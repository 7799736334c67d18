import type { AcceptBody } from "../../http/message.ts";
import type { UrlKeyOptions } from "../../http/url/url-key.ts";
import type { HttpService } from "../../layers/http-stack/http-service.ts";
import type { ScopeName } from "../admission/scope.ts";
import type { UrlPattern } from "../admission/url-pattern.ts";
import type { CrawlStats } from "../crawl-stats.ts";
import type { RequestFingerprint } from "../frontier/fingerprint.ts";
import type { Awaitable, Frontier } from "../frontier/frontier.ts";
import type { CrawlOrder, RequestScore } from "../frontier/order.ts";
import type { ContentSeen } from "../hooks/content-seen.ts";
import type { LinkFilter } from "../hooks/link-filter.ts";
import type { OnResponse } from "../hooks/reaction.ts";
import type { Sink } from "../items/sink.ts";
import type { StatsEvery } from "../life/stats-every.ts";
import type { CrawlLimits } from "../monitor/crawl-limits.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Parse } from "../page/outputs.ts";
import type { CrawlTelemetryOptions } from "../telemetry/telemetry-options.ts";

/** Where a crawl starts. */
export type Start = string | URL | CrawlRequest;

/** Options of {@link crawl}. */
export interface CrawlOptions<Item, To extends string = string> {
  /** Where to start. An iterable is pulled while there is room. */
  readonly start: Start | Iterable<Start> | AsyncIterable<Start>;
  /** Reads a page: yields items, and requests made by `page.follow()` or `request()`. */
  readonly parse: Parse<Item, NoInfer<To>>;
  /**
   * Read the pages of requests that name one of them: `page.follow("a", { to: "detail" })`.
   *
   * @defaultValue none
   */
  readonly handlers?: { readonly [Name in To]: Parse<Item, NoInfer<To>> };
  /** Through what pages are fetched. @defaultValue `httpStack({ cookies: true, redirect: false, retry: false })` */
  readonly service?: HttpService;
  /** Pages in hand at once. @defaultValue 16 */
  readonly concurrency?: number;
  /** Calls in flight to one host. @defaultValue 8 */
  readonly perHost?: number;
  /** Pages to fetch. @defaultValue `Infinity` */
  readonly maxPages?: number;
  /** How long to crawl, in milliseconds; then what is under way has `graceMs`. @defaultValue `Infinity` */
  readonly maxTimeMs?: number;
  /** Bytes of bodies to fetch; then what is under way has `graceMs`. @defaultValue `Infinity` */
  readonly maxBytes?: number;
  /** Failures of requests, parses and items; then what is under way has `graceMs`. @defaultValue `Infinity` */
  readonly maxErrors?: number;
  /** Whether the first of them makes the crawl fail with its error. @defaultValue `false` */
  readonly failFast?: boolean;
  /**
   * How much of the machine it may use: at a soft limit it slows, at a hard one it stops, and what is under way
   * has `graceMs`. @defaultValue none
   */
  readonly limits?: CrawlLimits;
  /** Links to follow from a start URL, by the way on which a page was found first. @defaultValue `Infinity` */
  readonly maxDepth?: number;
  /** Requests that may wait in the frontier. @defaultValue 10,000 */
  readonly maxPending?: number;
  /**
   * What becomes of a request that finds the frontier full: it waits, and its `parse` with it, or it
   * is not fetched. @defaultValue `"wait"`
   */
  readonly overflow?: "wait" | "reject";
  /** Fingerprints remembered; the oldest is forgotten first. @defaultValue `Infinity` */
  readonly maxSeen?: number;
  /**
   * Whether to start from the sitemaps of the start URLs' sites too, or the URLs of sitemaps to start
   * from, which bring their hosts into scope. @defaultValue `false`
   */
  readonly sitemap?: boolean | string | URL | readonly (string | URL)[];
  /**
   * Whether to leave alone the links of pages that say `nofollow` in a `<meta>` or an `X-Robots-Tag`,
   * to every robot or to `agent`. Without `service`, also whether to keep to robots.txt.
   * @defaultValue whether the `service` has a layer `robots`; without `service`, `{ agent: "pagoda" }`
   */
  readonly robots?: boolean | { readonly agent?: string };
  /** How far links may lead from the start URLs, and from where those redirect. @defaultValue `"same-host"` */
  readonly scope?: ScopeName;
  /** Only links whose whole URL matches one of these; a `*` stands for any characters. @defaultValue none: all are wanted */
  readonly include?: readonly UrlPattern[];
  /** No links that match one of these. @defaultValue none */
  readonly exclude?: readonly UrlPattern[];
  /** Whether URLs that look like one of an endless family are left out. @defaultValue `true` */
  readonly trapGuard?: boolean;
  /** Pages of one host: so many where there are as many, whatever fails or redirects. @defaultValue `Infinity` */
  readonly maxPagesPerHost?: number;
  /**
   * Pages whose URLs differ only in numbers of the path and values of the query: so many where there are
   * as many. @defaultValue `Infinity`
   */
  readonly maxPagesPerPattern?: number;
  /**
   * Attempts of one host that may fail in a row, by no response or one from 500 up; then it is not asked
   * any more. @defaultValue `Infinity`
   */
  readonly maxHostFailures?: number;
  /**
   * Says whether a link is wanted that keeps to all of the above: `true`, or `false` or why not. May
   * give a promise. @defaultValue all are wanted
   */
  readonly filter?: LinkFilter;
  /** Says at once, by the head of a 2xx response, whether to read its body and parse it. @defaultValue all are wanted */
  readonly accept?: AcceptBody;
  /**
   * Remembers the bodies of pages: one that another URL had before is not parsed. @defaultValue none:
   * each page is parsed
   */
  readonly contentSeen?: ContentSeen;
  /** Sees each response before the crawl judges it, and may say what is to become of it. @defaultValue none */
  readonly onResponse?: OnResponse<NoInfer<To>>;
  /** Whether a request that fails is forgotten, so that a link found later asks for it again. @defaultValue `false` */
  readonly forgetFailed?: boolean;
  /** What counts as the same URL. @defaultValue as `urlKey` has it */
  readonly key?: UrlKeyOptions;
  /** Which requests are the same, in place of method, URL and body. @defaultValue by these and `key` */
  readonly fingerprint?: RequestFingerprint;
  /** Which request of a host comes first, of those of the same priority. @defaultValue `"breadth-first"` */
  readonly order?: CrawlOrder;
  /** How good a request is, where the order is `"best-first"`: the best comes first. @defaultValue none */
  readonly score?: RequestScore;
  /** Holds what is to be fetched; `perHost` and what is told of dedup and order is then told to it, not here. @defaultValue a `MemoryFrontier` */
  readonly frontier?: Frontier;
  /** Where items go. @defaultValue none */
  readonly sinks?: readonly Sink<NoInfer<Item>>[];
  /** Attempts after the first that failed. @defaultValue 2 */
  readonly retries?: number;
  /**
   * Whether what is fetched and put out depends on the answers of servers only, and never on when they
   * come: outcomes are dealt with in the order in which their requests were taken. A slow host then
   * holds up the others. @defaultValue whether there is a `seed`
   */
  readonly deterministic?: boolean;
  /**
   * What all chance comes from, and the order among requests of one depth: a whole number. A `frontier`
   * of your own keeps its own order.
   *
   * @defaultValue 0 where `deterministic`, and links are taken as they came
   */
  readonly seed?: number;
  /**
   * Whether to tell OpenTelemetry of pages and figures, and what. Without `service`, also of its calls,
   * as `tracing` of `httpStack` does. @defaultValue `true`: the global SDK, if there is one
   */
  readonly telemetry?: boolean | CrawlTelemetryOptions;
  /** Ends the crawl at once, which then rejects with the signal's reason. @defaultValue none */
  readonly signal?: AbortSignal;
  /** How long what is under way may take once the crawl is stopped, before it is aborted. @defaultValue 10 s */
  readonly graceMs?: number;
  /** How long nothing may move once the crawl was aborted, before it gives up what hangs. @defaultValue 10 s */
  readonly giveUpMs?: number;
  /** Who is told where the crawl stands, and how often, from its beginning to its end. @defaultValue nobody */
  readonly statsEvery?: StatsEvery;
}

/**
 * A crawl as an object: its options, and what is done before and after it.
 *
 * An instance of a class may have fields of its own besides; `this` in `parse`, `open` and `close` is
 * the object.
 */
export interface Spider<Item, To extends string = string> extends CrawlOptions<Item, To> {
  /** Called before anything is fetched. What it throws keeps the crawl from starting. */
  open?(): Awaitable<void>;
  /**
   * Called once at the end of every crawl that was opened, also of one that failed, with how it ended.
   * What it throws makes a crawl fail that had not failed before.
   */
  close?(stats: CrawlStats): Awaitable<void>;
}
