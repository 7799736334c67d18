import { usualMethod } from "../../http/client/wire-request.ts";
import { type HeadersInit, HttpHeaders } from "../../http/headers.ts";
import type { HttpRequest } from "../../http/message.ts";
import { tryParseUrl } from "../../http/url/parse-url.ts";
import { redactUrl } from "../../http/url/redact-url.ts";
import { show } from "../../service/options.ts";
import type { Json } from "./json.ts";
import { requestOptionsOf } from "./request-checks.ts";

/** What a request of a crawl may say besides its URL. */
export interface CrawlRequestOptions<To extends string = string> {
  /** Which of the `handlers` of the crawl reads the page. @defaultValue its `parse` */
  readonly to?: To | undefined;
  /** The usual ones may be written in lower case. @defaultValue `"GET"` */
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
  /** The earliest time of day at which to fetch it, a number in Unix milliseconds. @defaultValue at once */
  readonly notBefore?: Date | number | undefined;
  /** How long one attempt may take on the wire, in milliseconds. @defaultValue that of the stack */
  readonly timeoutMs?: number | undefined;
  /** The proxy to go through, as a URL; `false` for none. @defaultValue that of the stack */
  readonly proxy?: string | false | undefined;
}

/** Where a request stands in its crawl. Set by the engine. */
export interface CrawlProgress {
  /** Links from a start URL to here. */
  readonly depth: number;
  /** Attempts that failed so far. */
  readonly attempts: number;
  /** URLs that redirected to this one, in order. */
  readonly redirects: readonly string[];
  /** Links in a row, far from the start, between URLs of one shape. @defaultValue 0 */
  readonly chain?: number;
  /** Whether a sitemap named it. @defaultValue false */
  readonly listed?: boolean;
}

const NO_HEADERS = HttpHeaders.from();
const NO_URLS: readonly string[] = [];
const AT_START: CrawlProgress = { depth: 0, attempts: 0, redirects: NO_URLS };

/** A request of a crawl. Made by {@link request} and `page.follow()`, which brand it. */
export class CrawlRequest implements CrawlProgress {
  readonly url: string;
  readonly to: string | undefined;
  readonly method: string;
  readonly headers: HttpHeaders;
  readonly body: string | Uint8Array | undefined;
  readonly priority: number;
  readonly dontFilter: boolean;
  readonly meta: Json;
  /** In Unix milliseconds. */
  readonly notBefore: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly proxy: string | false | undefined;
  readonly depth: number;
  readonly attempts: number;
  readonly redirects: readonly string[];
  readonly chain: number;
  readonly listed: boolean;

  /** @internal */
  constructor(url: string, options: CrawlRequestOptions = {}, progress: CrawlProgress = AT_START) {
    this.url = url;
    this.to = options.to;
    this.method = usualMethod(options.method ?? "GET");
    this.headers = options.headers ? HttpHeaders.from(options.headers) : NO_HEADERS;
    this.body = options.body;
    this.priority = options.priority ?? 0;
    this.dontFilter = options.dontFilter ?? false;
    this.meta = options.meta ?? null;
    this.notBefore = timeOf(options.notBefore);
    this.timeoutMs = options.timeoutMs;
    this.proxy = options.proxy;
    this.depth = progress.depth;
    this.attempts = progress.attempts;
    this.redirects = progress.redirects;
    this.chain = progress.chain ?? 0;
    this.listed = progress.listed ?? false;
  }

  /** The same request, that many attempts having failed. */
  tried(attempts: number): CrawlRequest {
    return attempts === this.attempts ? this : this.#at({ attempts });
  }

  /** The same request as the end of a chain of that many links. */
  chained(chain: number): CrawlRequest {
    return chain === this.chain ? this : this.#at({ chain });
  }

  /**
   * The same request but for its URL.
   *
   * @internal
   */
  withUrl(url: string): CrawlRequest {
    return new CrawlRequest(url, this, progressOf(this));
  }

  /**
   * Whether another differs in nothing but its URL.
   *
   * @internal
   */
  isLike(other: this): boolean {
    for (const field in this) {
      if (field !== "url" && this[field] !== other[field]) return false;
    }
    return true;
  }

  /** The same request as a link of a page of that depth. */
  linkedFrom({ depth }: Pick<CrawlProgress, "depth">): CrawlRequest {
    const isNew = this.attempts === 0 && this.redirects.length === 0;
    if (isNew && this.depth === depth + 1) return this;
    return new CrawlRequest(this.url, this, linkOf(depth));
  }

  /** The request that a redirect of this one asks for. */
  redirectedTo({ url, method, headers, body }: HttpRequest): CrawlRequest {
    return new CrawlRequest(url, { ...optionsOf(this), method, headers, body }, this.#redirected());
  }

  /** Another request in place of this one, as if this had redirected there. */
  replacedBy(other: CrawlRequest): CrawlRequest {
    const { to = this.to, meta } = other;
    const options = { ...optionsOf(other), to, meta: meta ?? this.meta };
    return new CrawlRequest(other.url, options, this.#redirected());
  }

  /** What the stack is asked. */
  toHttp(): HttpRequest {
    const { url, method, headers, body, meta, timeoutMs, proxy } = this;
    const usual = { url, method, headers, meta };
    if (body === undefined && timeoutMs === undefined && proxy === undefined) return usual;
    return {
      ...usual,
      ...(body !== undefined && { body }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(proxy !== undefined && { proxy }),
    };
  }

  #at(progress: Partial<CrawlProgress>): CrawlRequest {
    return new CrawlRequest(this.url, this, { ...progressOf(this), ...progress });
  }

  #redirected(): CrawlProgress {
    return { ...progressOf(this), attempts: 0, redirects: [...this.redirects, this.url] };
  }
}

function progressOf({ depth, attempts, redirects, chain, listed }: CrawlRequest): CrawlProgress {
  return { depth, attempts, redirects, chain, listed };
}

function timeOf(notBefore: Date | number | undefined): number | undefined {
  return notBefore === undefined ? undefined : Number(notBefore);
}

function optionsOf(request: CrawlRequest): CrawlRequestOptions {
  const { to, method, headers, body, priority, dontFilter, meta } = request;
  const { notBefore, timeoutMs, proxy } = request;
  return {
    to,
    method,
    headers,
    body,
    priority,
    dontFilter,
    meta,
    notBefore,
    timeoutMs,
    proxy,
  };
}

/** Where a link of a page of that depth stands. */
export function linkOf(depth: number): CrawlProgress {
  return { depth: depth + 1, attempts: 0, redirects: NO_URLS };
}

/**
 * Makes a request of a crawl, for `start` or to be yielded by a `parse`.
 *
 * Body and `meta` are copied. Throws a `TypeError` where the URL is not absolute http or https, or an
 * option is not what it must be, such as a method or a header that cannot be sent, and a `RangeError`
 * where a number is not.
 *
 * @example
 * ```ts
 * yield request("https://example.com/search", { method: "POST", body: "q=pagoda", priority: 1 });
 * ```
 */
export function request(url: string | URL, options: CrawlRequestOptions = {}): CrawlRequest {
  const own = requestOptionsOf(options);
  return new CrawlRequest(requireHttpUrl("url", url), own);
}

/** The URL as the WHATWG parser gives it. Throws where that is not absolute http or https. */
export function requireHttpUrl(option: string, url: string | URL): string {
  const parsed =
    typeof url === "string" || url instanceof URL ? tryParseUrl(String(url)) : undefined;
  if (parsed?.protocol === "http:" || parsed?.protocol === "https:") return parsed.href;
  const got = url instanceof URL || typeof url === "string" ? redactUrl(String(url)) : url;
  throw new TypeError(`Expected "${option}" to be an absolute http or https URL: got ${show(got)}`);
}
