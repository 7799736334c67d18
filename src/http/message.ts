import { inspect, type InspectOptions } from "node:util";

import { decodeText } from "./charset/decode-text.ts";
import { type HeadersInit, HttpHeaders } from "./headers.ts";
import { redactUrl } from "./url/redact-url.ts";

/** What is known of a response before its body has come. */
export type ResponseHead = Pick<HttpResponse, "url" | "status" | "headers">;

/** Says by the head of a response whether its body is to be read. */
export type AcceptBody = (head: ResponseHead) => boolean;

/**
 * What a caller wants of a cache, by the words of `fetch`, and `offline`:
 *
 * | | |
 * | --- | --- |
 * | `default` | what is kept and fresh, else the server |
 * | `no-cache` | what is kept, if the server confirms it now |
 * | `reload` | the server, whatever is kept; its answer is kept |
 * | `no-store` | the server; nothing is looked up or kept |
 * | `force-cache` | what is kept, fresh or not, else the server |
 * | `only-if-cached` | what is kept and fresh, else a 504 (RFC 9111, section 5.2.1.7) |
 * | `offline` | what is kept, fresh or not, else a `NotCachedError` |
 */
export type CacheUse =
  | "default"
  | "no-cache"
  | "reload"
  | "no-store"
  | "force-cache"
  | "only-if-cached"
  | "offline";

/** What is asked of a server. Immutable: a layer that changes something passes on a copy. */
export interface HttpRequest {
  /** Absolute, http or https. */
  readonly url: string;
  /** @defaultValue `"GET"` */
  readonly method?: string;
  /** @defaultValue none */
  readonly headers?: HeadersInit;
  /** Sent as UTF-8 where it is a string. @defaultValue none */
  readonly body?: string | Uint8Array;
  /** How long the exchange on the wire may take, to the last byte, in milliseconds. @defaultValue that of the client */
  readonly timeoutMs?: number;
  /**
   * Up to where the body is read, in bytes, content coding undone; a longer one comes `truncated`.
   *
   * @defaultValue none: a body over the cap of the client is an error
   */
  readonly maxBytes?: number;
  /** Whether to read the body, by the head of the response. @defaultValue that of the client */
  readonly accept?: AcceptBody;
  /** Whether a body that the connection cut is a response, `truncated`. @defaultValue that of the client */
  readonly allowTruncated?: boolean;
  /**
   * URL of the proxy that it goes through, `false` for none.
   *
   * @defaultValue that of the client
   */
  readonly proxy?: string | false;
  /** What is wanted of a cache above the client. @defaultValue that of the cache */
  readonly cache?: CacheUse;
  /** Anything the caller wants to find again. Never sent. @defaultValue none */
  readonly meta?: unknown;
}

/**
 * When parts of an exchange were done, in milliseconds from the call, in the order in which they are done.
 *
 * So what a part took is what it has more than the one before it. On a connection that had served
 * before, the first three are 0; where there is no TLS, `tlsMs` is `connectMs`. Where a call fails, the
 * parts that were not done count as if they had lasted until then.
 */
export interface HttpTimings {
  /** Until the addresses of the host, or of the proxy, were known. @defaultValue unknown: not a leaf of ours */
  readonly dnsMs?: number;
  /** Until one of them took the connection, and a proxy made the tunnel. @defaultValue unknown */
  readonly connectMs?: number;
  /** Until TLS was agreed on. @defaultValue unknown */
  readonly tlsMs?: number;
  /** Until the head of the response was there. */
  readonly firstByteMs: number;
  /** Until the last byte. */
  readonly totalMs: number;
}

/** What a client of ours and a server speak. */
export type HttpVersion = "1.1" | "2";

/** What an {@link HttpResponse} is made of. */
export interface HttpResponseInit {
  /** Where the response came from: the URL of the last request, redirects followed. */
  readonly url: string;
  readonly status: number;
  readonly headers?: HeadersInit;
  /** A string stands for its UTF-8 bytes. @defaultValue no bytes */
  readonly body?: string | Uint8Array;
  /** @defaultValue `false` */
  readonly truncated?: boolean;
  /** @defaultValue `false` */
  readonly fromCache?: boolean;
  /** @defaultValue none */
  readonly revalidated?: HttpHeaders | undefined;
  /** URLs that led to this one, in order. @defaultValue none */
  readonly redirects?: readonly string[];
  /** @defaultValue zeros */
  readonly timings?: HttpTimings;
  /** @defaultValue unknown */
  readonly httpVersion?: HttpVersion | undefined;
}

/** What an {@link HttpResponse} shows of itself. */
type ShownResponse = Pick<
  HttpResponse,
  "status" | "url" | "truncated" | "fromCache" | "redirects"
> & {
  readonly bytes: number;
};

const NO_BYTES = new Uint8Array();
const NO_URLS: readonly string[] = [];
const NO_TIME: HttpTimings = { firstByteMs: 0, totalMs: 0 };

/** An answer of a server, its body read whole. Immutable; its bytes are shared, so never write to them. */
export class HttpResponse {
  /** Where the response came from: the URL of the last request, redirects followed. */
  readonly url: string;
  readonly status: number;
  /** As they were received: Content-Encoding and Content-Length speak of the bytes on the wire. */
  readonly headers: HttpHeaders;
  /** The bytes of the content, any content coding undone. */
  readonly body: Uint8Array;
  /** Whether the body is only the beginning of what was promised, or was not read at all. */
  readonly truncated: boolean;
  /** Whether it came from a cache: nothing was sent for it, or it is `revalidated`. */
  readonly fromCache: boolean;
  /** The headers of the 304 by which the server confirmed what came from a cache; undefined if it was not asked. */
  readonly revalidated: HttpHeaders | undefined;
  /** URLs that led to this one, in order. */
  readonly redirects: readonly string[];
  readonly timings: HttpTimings;
  /** By which version of HTTP it came; undefined from a cache, and from a leaf that does not tell. */
  readonly httpVersion: HttpVersion | undefined;
  #text: { readonly text: string; readonly encoding: string } | undefined;

  constructor(init: HttpResponseInit) {
    const { body = NO_BYTES } = init;
    this.url = init.url;
    this.status = init.status;
    this.headers = HttpHeaders.from(init.headers);
    this.body = typeof body === "string" ? new TextEncoder().encode(body) : body;
    this.truncated = init.truncated ?? false;
    this.fromCache = init.fromCache ?? false;
    this.revalidated = init.revalidated;
    this.redirects = init.redirects ?? NO_URLS;
    this.timings = init.timings ?? NO_TIME;
    this.httpVersion = init.httpVersion;
  }

  /** The body as text, by the rules of {@link decodeText}; decoded when first asked for. */
  get text(): string {
    return this.#decoded().text;
  }

  /** The character encoding of {@link text}, by its WHATWG name in lower case. */
  get encoding(): string {
    return this.#decoded().encoding;
  }

  /** The same response with something changed. */
  with(changes: Partial<HttpResponseInit>): HttpResponse {
    const { url, status, headers, body, truncated, fromCache } = this;
    const { revalidated, redirects, timings, httpVersion } = this;
    const content = { url, status, headers, body, truncated, fromCache };
    const way = { revalidated, redirects, timings, httpVersion };
    return new HttpResponse({ ...content, ...way, ...changes });
  }

  /** What is shown of it in logs: no secret of a URL, no header, no byte of the body. */
  toJSON(): ShownResponse {
    const { status, truncated, fromCache } = this;
    const url = redactUrl(this.url);
    const redirects = this.redirects.map((url) => redactUrl(url));
    return { status, url, bytes: this.body.byteLength, truncated, fromCache, redirects };
  }

  static {
    // A method of this name would have no declaration that can be made from this file alone.
    Object.defineProperty(this.prototype, inspect.custom, { value: inspected });
  }

  #decoded(): { readonly text: string; readonly encoding: string } {
    return (this.#text ??= decodeText(this.body, this.headers.get("content-type")));
  }
}

function inspected(this: HttpResponse, _: number, options: InspectOptions): string {
  return `HttpResponse ${inspect(this.toJSON(), options)}`;
}
