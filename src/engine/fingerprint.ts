import { urlKey, type UrlKeyOptions } from "../http/url-key.ts";
import type { CrawlRequest } from "./crawl-request.ts";

/** What makes two requests the same to a crawl: the method, the key of the URL, and a body. */
export function fingerprint(request: CrawlRequest, options?: UrlKeyOptions): string {
  const key = `${request.method} ${urlKey(request.url, options)}`;
  const { body } = request;
  if (body === undefined) return key;
  return `${key}\n${typeof body === "string" ? body : Buffer.from(body).toString("latin1")}`;
}
