import { CrawlRequest } from "../../engine/page/crawl-request.ts";
import { urlKey } from "../../http/url/url-key.ts";
import type { Ask } from "./frontier-schedule.ts";

/** Makes the request that an {@link Ask} speaks of. Its `meta` tells it from all others. */
export function askedRequest(ask: Ask, id: number): CrawlRequest {
  const { body, depth, dontFilter, host, method, path, priority, redirected, respelled } = ask;
  const at = `http://${host}:8080`;
  const url = respelled ? `${at}/%7E${path}?#top` : `${at}/~${path}`;
  const headers = { accept: "text/html", "X-Twice": ["1", "2"] };
  const before = redirected === "back" ? [`${at}/~${path}`] : [];
  const redirects = redirected === "no" ? [] : [...before, `${at}/elsewhere`];
  return new CrawlRequest(
    url,
    { method, headers, body, priority, dontFilter, meta: { id, more: ["é", { deep: null }] } },
    { depth, attempts: 0, redirects },
  );
}

/** What makes two of them the same. */
export function askedPrint({ body, method, url }: CrawlRequest): string {
  return JSON.stringify([method, urlKey(url), body ?? null]);
}

/** The number that {@link askedRequest} was given; undefined where that is lost. */
export function askedId({ meta }: CrawlRequest): number | undefined {
  if (typeof meta !== "object" || meta === null || !("id" in meta)) return undefined;
  return typeof meta["id"] === "number" ? meta["id"] : undefined;
}

/** All that a request says, as text. */
export function requestText({ body, headers, ...rest }: CrawlRequest): string {
  const text = typeof body === "string" ? body : body && Buffer.from(body).toString();
  return JSON.stringify({ ...rest, headers: [...headers], body: text });
}
