import { urlKey, type UrlKeyOptions } from "../../http/url/url-key.ts";
import { requireBoolean, requireOptions, requireStrings, show } from "../../service/options.ts";
import { CrawlRequest } from "../page/crawl-request.ts";

/** Tells by a text which requests are the same to a crawl. */
export type RequestFingerprint = (request: CrawlRequest) => string;

/**
 * The fingerprint of the user's own, or one of the method, the key of the URL, and a body.
 *
 * Throws a `TypeError` where it is given both.
 */
export function fingerprintBy(
  key: UrlKeyOptions | undefined,
  own: RequestFingerprint | undefined,
): RequestFingerprint {
  if (key !== undefined) requireKey(key);
  if (own === undefined) return (request) => usual(request, key);
  if (typeof own !== "function") {
    throw new TypeError(`Expected "fingerprint" to be a function: got ${show(own)}`);
  }
  if (key === undefined) return (request) => requireText(own(request));
  throw new TypeError(`Expected "key" or "fingerprint": got both`);
}

/** Whether a request that redirects led to stands where its own chain has been. */
export function leadsBack(request: CrawlRequest, fingerprint: RequestFingerprint): boolean {
  if (request.redirects.length === 0) return false;
  const here = fingerprint(request);
  return request.redirects.some((url) => fingerprint(new CrawlRequest(url, request)) === here);
}

function usual({ method, url, body }: CrawlRequest, options: UrlKeyOptions | undefined): string {
  const key = urlKey(url, options);
  // That of nearly all requests is the key itself, often the very string of the URL: no memory, no time.
  if (body === undefined) return method === "GET" ? key : `${method} ${key}`;
  const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.from(body);
  return `${method} ${key}\n${bytes.toString("latin1")}`;
}

function requireKey(key: UrlKeyOptions): void {
  requireOptions("key", key, { sortQuery: true, stripParams: true });
  const { sortQuery = false, stripParams = [] } = key;
  requireBoolean("key.sortQuery", sortQuery);
  requireStrings("key.stripParams", stripParams);
}

function requireText(own: unknown): string {
  if (typeof own === "string") return own;
  throw new TypeError(`Expected fingerprint() to give a string: got ${show(own)}`);
}
