import type { HttpHeaders } from "../../http/headers.ts";
import { parseHttpDate } from "../../http/http-date.ts";
import type { CacheEntry } from "./cache-store.ts";
import { headersOf } from "./entry-headers.ts";
import { opaque } from "./revalidation.ts";

/** Conditions that a cache may judge by what it holds; others are for the server. */
export const conditions: readonly string[] = ["if-none-match", "if-modified-since"];

/**
 * Whether an entry is what the asker has already, by its If-None-Match, else by its If-Modified-Since
 * (RFC 9111, section 4.3.2).
 */
export function isKnownTo(asked: HttpHeaders, entry: CacheEntry, now: number): boolean {
  const stored = headersOf(entry);
  const tags = asked.get("if-none-match");
  if (tags !== undefined) return isAmong(tags, stored.get("etag"));
  const since = parseHttpDate(asked.get("if-modified-since") ?? "", now);
  if (since === undefined) return false;
  const changed = stored.get("last-modified") ?? stored.get("date") ?? "";
  return (parseHttpDate(changed, now) ?? entry.storedAt) <= since;
}

function isAmong(tags: string, tag: string | undefined): boolean {
  if (tags.trim() === "*") return true;
  if (tag === undefined) return false;
  const listed = tags.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.trim() === tag || listed.some((other) => opaque(other) === opaque(tag));
}
