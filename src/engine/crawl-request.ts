import { type HeadersInit, HttpHeaders } from "../http/headers.ts";
import type { HttpRequest } from "../http/message.ts";
import { parseUrl } from "../http/parse-url.ts";
import { show } from "../service/options.ts";
import { type Json, requireJson } from "./json.ts";

/** What a request of a crawl may say besides its URL. */
export interface CrawlRequestOptions {
  /** @defaultValue `"GET"` */
  readonly method?: string | undefined;
  /** @defaultValue none */
  readonly headers?: HeadersInit | undefined;
  /** @defaultValue none */
  readonly body?: string | Uint8Array | undefined;
  /** Requests of a higher priority are fetched first. @defaultValue 0 */
  readonly priority?: number | undefined;
  /** Whether to fetch it even if it was seen. @defaultValue `false` */
  readonly dontFilter?: boolean | undefined;
  /** Data that the page will carry: JSON, so that a request can be stored. @defaultValue `null` */
  readonly meta?: Json | undefined;
}

/** Where a request stands in its crawl. Set by the engine. */
export interface CrawlProgress {
  /** Links from a start URL to here. */
  readonly depth: number;
  /** Attempts that failed so far. */
  readonly attempts: number;
  /** URLs that redirected to this one, in order. */
  readonly redirects: readonly string[];
}

const AT_START: CrawlProgress = { depth: 0, attempts: 0, redirects: [] };

/** A request of a crawl. Made by {@link request} and `page.follow()`, which brand it. */
export class CrawlRequest implements CrawlProgress {
  readonly url: string;
  readonly method: string;
  readonly headers: HttpHeaders;
  readonly body: string | Uint8Array | undefined;
  readonly priority: number;
  readonly dontFilter: boolean;
  readonly meta: Json;
  readonly depth: number;
  readonly attempts: number;
  readonly redirects: readonly string[];

  constructor(url: string, options: CrawlRequestOptions = {}, progress: CrawlProgress = AT_START) {
    this.url = url;
    this.method = options.method ?? "GET";
    this.headers = HttpHeaders.from(options.headers);
    this.body = options.body;
    this.priority = options.priority ?? 0;
    this.dontFilter = options.dontFilter ?? false;
    this.meta = options.meta ?? null;
    this.depth = progress.depth;
    this.attempts = progress.attempts;
    this.redirects = progress.redirects;
  }

  /** The same request, further on. */
  at({ depth = this.depth, attempts = this.attempts }: Partial<CrawlProgress>): CrawlRequest {
    if (depth === this.depth && attempts === this.attempts) return this;
    return new CrawlRequest(this.url, this, { depth, attempts, redirects: this.redirects });
  }

  /** The request that a redirect of this one asks for. */
  redirectedTo(target: HttpRequest): CrawlRequest {
    const { method, headers, body } = target;
    const { priority, dontFilter, meta, depth } = this;
    const redirects = [...this.redirects, this.url];
    return new CrawlRequest(
      target.url,
      { method, headers, body, priority, dontFilter, meta },
      { depth, attempts: 0, redirects },
    );
  }

  /** What the stack is asked. */
  toHttp(): HttpRequest {
    const { url, method, headers, body, meta } = this;
    return body === undefined
      ? { url, method, headers, meta }
      : { url, method, headers, meta, body };
  }
}

/**
 * Makes a request of a crawl, for `start` or to be yielded by a `parse`.
 *
 * Throws a `TypeError` where the URL is not absolute http or https, or `meta` is not JSON, and a
 * `RangeError` where the priority is not a number.
 *
 * @example
 * ```ts
 * yield request("https://example.com/search", { method: "POST", body: "q=pagoda", priority: 1 });
 * ```
 */
export function request(url: string | URL, options: CrawlRequestOptions = {}): CrawlRequest {
  const { priority = 0, meta } = options;
  if (typeof priority !== "number" || Number.isNaN(priority)) {
    throw new RangeError(`Expected "priority" to be a number: got ${show(priority)}`);
  }
  if (meta !== undefined) requireJson("meta", meta);
  return new CrawlRequest(requireHttpUrl(url), options);
}

function requireHttpUrl(url: string | URL): string {
  const { href, protocol } = parseUrl(String(url));
  if (protocol === "http:" || protocol === "https:") return href;
  throw new TypeError(`Expected "url" to be an http or https URL: got ${show(href)}`);
}
