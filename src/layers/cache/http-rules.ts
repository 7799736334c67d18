import type { HttpHeaders } from "../../http/headers.ts";
import { HttpResponse } from "../../http/message.ts";
import { rangeOf } from "./byte-range.ts";
import type { CacheRules } from "./cache-rules.ts";
import { cacheStatus } from "./cache-status.ts";
import type { CacheEntry } from "./cache-store.ts";
import { ownHeadersOf } from "./entry-headers.ts";
import { freshnessOf } from "./freshness.ts";
import { isKnownTo } from "./precondition.ts";
import { storedHeaders } from "./storable.ts";

/** A private cache by RFC 9111, which tells what it did by Age and Cache-Status. */
export const httpRules: CacheRules = {
  answersPartial: true,
  heedsHead: true,
  sharesAnonymous: true,
  keptHeaders: storedHeaders,
  freshness: freshnessOf,
  serve({ method, headers: asked, isPartial }, { entry, freshness }, isHit, now) {
    const headers = isHit ? aged(entry, freshness.ageMs) : ownHeadersOf(entry);
    const head = { url: entry.url, status: entry.status, headers, fromCache: true };
    if (isPartial && isKnownTo(asked, entry, now)) {
      return new HttpResponse({ ...head, status: 304 });
    }
    if (method === "HEAD") return new HttpResponse(head);
    const range = isPartial ? rangeOf(asked, entry) : "whole";
    if (range === "whole") return new HttpResponse({ ...head, body: entry.body });
    return range && new HttpResponse({ ...head, ...partOf(entry, range, headers) });
  },
  mark(response, note) {
    const { headers } = response;
    const nearer = headers.getAll("cache-status"); // of caches nearer to the server
    return response.with({
      headers: headers.with("Cache-Status", [...nearer, cacheStatus(note)]),
    });
  },
};

function aged(entry: CacheEntry, ageMs: number): HttpHeaders {
  const headers = ownHeadersOf(entry);
  return ageMs === Infinity ? headers : headers.with("Age", `${Math.floor(ageMs / 1000)}`);
}

function partOf(
  { body }: CacheEntry,
  { start, end }: { readonly start: number; readonly end: number },
  headers: HttpHeaders,
): { readonly status: number; readonly headers: HttpHeaders; readonly body: Uint8Array } {
  return {
    status: 206,
    headers: headers
      .with("Content-Range", `bytes ${start}-${end - 1}/${body.byteLength}`)
      .with("Content-Length", `${end - start}`),
    body: body.subarray(start, end),
  };
}
