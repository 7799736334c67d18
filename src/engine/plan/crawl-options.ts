import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import type { UrlKeyOptions } from "../../http/url/url-key.ts";
import type { Stack } from "../../service/stack.ts";
import type { ScopeName } from "../admission/scope.ts";
import type { UrlPattern } from "../admission/url-pattern.ts";
import type { Frontier } from "../frontier/frontier.ts";
import type { Sink } from "../items/sink.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Parse } from "../page/outputs.ts";

/** Where a crawl starts. */
export type Start = string | URL | CrawlRequest;

/** Options of {@link crawl}. */
export interface CrawlOptions<Item> {
  /** Where to start. An iterable is pulled while there is room. */
  readonly start: Start | Iterable<Start> | AsyncIterable<Start>;
  /** Reads a page: yields items, and requests made by `page.follow()` or `request()`. */
  readonly parse: Parse<Item>;
  /** Through what pages are fetched. @defaultValue `httpStack({ redirect: false, retry: false })` */
  readonly service?: Stack<HttpRequest, HttpResponse>;
  /** Pages in hand at once. @defaultValue 16 */
  readonly concurrency?: number;
  /** Calls in flight to one host. @defaultValue 8 */
  readonly perHost?: number;
  /** Pages to fetch. @defaultValue `Infinity` */
  readonly maxPages?: number;
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
  /** How far links may lead from the start URLs, and from where those redirect. @defaultValue `"same-host"` */
  readonly scope?: ScopeName;
  /** Only links that match one of these; a `*` stands for any characters. @defaultValue none: all are wanted */
  readonly include?: readonly UrlPattern[];
  /** No links that match one of these. @defaultValue none */
  readonly exclude?: readonly UrlPattern[];
  /** Whether URLs that look like one of an endless family are left out. @defaultValue `true` */
  readonly trapGuard?: boolean;
  /** What counts as the same URL. @defaultValue as `urlKey` has it */
  readonly key?: UrlKeyOptions;
  /** Holds what is to be fetched; `perHost`, `maxPending`, `maxSeen` and `key` are then told to it, not here. @defaultValue a `MemoryFrontier` */
  readonly frontier?: Frontier;
  /** Where items go. @defaultValue none */
  readonly sinks?: readonly Sink<NoInfer<Item>>[];
  /** Attempts after the first that failed. @defaultValue 2 */
  readonly retries?: number;
  /** Ends the crawl at once, which then rejects with the signal's reason. @defaultValue none */
  readonly signal?: AbortSignal;
}
