import { type HeadersInit, HttpHeaders } from "../../http/headers.ts";
import type { HttpRequest } from "../../http/message.ts";
import { tryParseUrl } from "../../http/url/parse-url.ts";
import { requireBoolean, show } from "../../service/options.ts";
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

const NO_HEADERS = HttpHeaders.from();
const NO_URLS: readonly string[] = [];
const AT_START: CrawlProgress = { depth: 0, attempts: 0, redirects: NO_URLS };

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

  /** @internal */
  constructor(url: string, options: CrawlRequestOptions = {}, progress: CrawlProgress = AT_START) {
    this.url = url;
    this.method = options.method ?? "GET";
    this.headers = options.headers ? HttpHeaders.from(options.headers) : NO_HEADERS;
    this.body = options.body;
    this.priority = options.priority ?? 0;
    this.dontFilter = options.dontFilter ?? false;
    this.meta = options.meta ?? null;
    this.depth = progress.depth;
    this.attempts = progress.attempts;
    this.redirects = progress.redirects;
  }

  /** The same request, that many attempts having failed. */
  tried(attempts: number): CrawlRequest {
    if (attempts === this.attempts) return this;
    const { depth, redirects } = this;
    return new CrawlRequest(this.url, this, { depth, attempts, redirects });
  }

  /** The same request as a link of a page of that depth. */
  linkedFrom({ depth }: Pick<CrawlProgress, "depth">): CrawlRequest {
    const isNew = this.attempts === 0 && this.redirects.length === 0;
    if (isNew && this.depth === depth + 1) return this;
    return new CrawlRequest(this.url, this, linkOf(depth));
  }

  /** The request that a redirect of this one asks for. */
  redirectedTo({ url, method, headers, body }: HttpRequest): CrawlRequest {
    const { priority, dontFilter, meta, depth } = this;
    const redirects = [...this.redirects, this.url];
    const options = { method, headers, body, priority, dontFilter, meta };
    return new CrawlRequest(url, options, { depth, attempts: 0, redirects });
  }

  /** What the stack is asked. */
  toHttp(): HttpRequest {
    const { url, method, headers, body, meta } = this;
    return body === undefined
      ? { url, method, headers, meta }
      : { url, method, headers, meta, body };
  }
}

/** Where a link of a page of that depth stands. */
export function linkOf(depth: number): CrawlProgress {
  return { depth: depth + 1, attempts: 0, redirects: NO_URLS };
}

/**
 * Makes a request of a crawl, for `start` or to be yielded by a `parse`.
 *
 * Throws a `TypeError` where the URL is not absolute http or https, or an option is not what it must
 * be, and a `RangeError` where the priority is not a number.
 *
 * @example
 * ```ts
 * yield request("https://example.com/search", { method: "POST", body: "q=pagoda", priority: 1 });
 * ```
 */
export function request(url: string | URL, options: CrawlRequestOptions = {}): CrawlRequest {
  requireRequestOptions(options);
  return new CrawlRequest(requireHttpUrl("url", url), options);
}

/** Throws unless these can be options of a request. */
export function requireRequestOptions(options: CrawlRequestOptions): void {
  const { body, dontFilter = false, meta = null, method = "GET", priority = 0 } = options;
  if (typeof priority !== "number" || Number.isNaN(priority)) {
    throw new RangeError(`Expected "priority" to be a number: got ${show(priority)}`);
  }
  if (typeof method !== "string") {
    throw new TypeError(`Expected "method" to be a string: got ${show(method)}`);
  }
  requireBoolean("dontFilter", dontFilter);
  if (body !== undefined) requireBody(body);
  requireJson("meta", meta);
}

function requireBody(body: unknown): void {
  if (typeof body === "string" || body instanceof Uint8Array) return;
  throw new TypeError(`Expected "body" to be text or bytes: got ${show(body)}`);
}

/** The URL as the WHATWG parser gives it. Throws where that is not absolute http or https. */
export function requireHttpUrl(option: string, url: string | URL): string {
  const parsed =
    typeof url === "string" || url instanceof URL ? tryParseUrl(String(url)) : undefined;
  if (parsed?.protocol === "http:" || parsed?.protocol === "https:") return parsed.href;
  const got = url instanceof URL ? url.href : url;
  throw new TypeError(`Expected "${option}" to be an absolute http or https URL: got ${show(got)}`);
}
