import { urlKey, type UrlKeyOptions } from "../http/url-key.ts";
import type { CrawlRequest } from "./crawl-request.ts";

/** What makes two requests the same to a crawl: the method, the key of the URL, and a body. */
export function fingerprint(
  { method, url, body }: Pick<CrawlRequest, "method" | "url" | "body">,
  options?: UrlKeyOptions,
): string {
  const key = `${method} ${urlKey(url, options)}`;
  if (body === undefined) return key;
  const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.from(body);
  return `${key}\n${bytes.toString("latin1")}`;
}
