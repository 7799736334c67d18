import { urlKey, type UrlKeyOptions } from "../../http/url/url-key.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";

/** What makes two requests the same to a crawl: the method, the key of the URL, and a body. */
export function fingerprint(
  { method, url, body }: Pick<CrawlRequest, "method" | "url" | "body">,
  options?: UrlKeyOptions,
): string {
  const key = urlKey(url, options);
  // That of nearly all requests is the key itself, often the very string of the URL: no memory, no time.
  if (body === undefined) return method === "GET" ? key : `${method} ${key}`;
  const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.from(body);
  return `${method} ${key}\n${bytes.toString("latin1")}`;
}
