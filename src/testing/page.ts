import { CrawlRequest, requireHttpUrl } from "../engine/page/crawl-request.ts";
import type { Json } from "../engine/page/json.ts";
import { Page } from "../engine/page/page.ts";
import { requestOptionsOf } from "../engine/page/request-checks.ts";
import { type HeadersInit, HttpHeaders } from "../http/headers.ts";
import { HttpResponse } from "../http/message.ts";
import { requireOptions, requireStrings, show } from "../service/options.ts";

/** What a parse can see of a page besides its text and URL. */
export interface PageOptions {
  /** @defaultValue 200 */
  readonly status?: number;
  /** `Content-Type` is `text/html; charset=utf-8` where they have none. @defaultValue none */
  readonly headers?: HeadersInit;
  /** Links from a start URL to here. @defaultValue 0 */
  readonly depth?: number;
  /** What the request carried. @defaultValue `null` */
  readonly meta?: Json;
  /** URLs that led to this one, in order. @defaultValue none */
  readonly redirects?: readonly string[];
}

/**
 * A page as a crawl gives it to `parse`, without a crawl.
 *
 * Text stands for its UTF-8 bytes, which the page decodes by its headers as any other.
 * What the parse yields can be compared: a link equals `request(url, options).linkedFrom(page)`.
 *
 * @example
 * ```ts
 * const shop = page('<a href="/x">x</a>', "http://a.test/");
 * expect([...parse(shop)]).toEqual([request("http://a.test/x").linkedFrom(shop)]);
 * ```
 */
export function page(html: string | Uint8Array, url: string, options: PageOptions = {}): Page {
  requireOptions("page", options, known);
  const { status = 200, depth = 0, meta = null, redirects = [] } = options;
  requireHtml(html);
  requireWithin("status", status, [100, 999]);
  requireWithin("depth", depth, [0, Number.MAX_SAFE_INTEGER]);
  requireStrings("redirects", redirects);

  const { href } = new URL(requireHttpUrl("url", url));
  const given = HttpHeaders.from(options.headers);
  const headers = given.has("content-type") ? given : given.with("content-type", HTML);
  return new Page(
    new CrawlRequest(href, requestOptionsOf({ meta }), { depth, attempts: 0, redirects }),
    new HttpResponse({ url: href, status, headers, body: html, redirects }),
  );
}

function requireHtml(html: unknown): void {
  if (typeof html === "string" || html instanceof Uint8Array) return;
  throw new TypeError(`Expected "html" to be text or bytes: got ${show(html)}`);
}

function requireWithin(
  option: string,
  value: number,
  [least, most]: readonly [number, number],
): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(
    `Expected "${option}" to be a whole number from ${least} to ${most}: got ${show(value)}`,
  );
}

const known = { status: true, headers: true, depth: true, meta: true, redirects: true } as const;

const HTML = "text/html; charset=utf-8";
