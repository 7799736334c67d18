import { HttpHeaders } from "../../http/headers.ts";
import type { HttpRequest, ResponseHead } from "../../http/message.ts";
import type { CacheEntry } from "./cache-store.ts";
import { headersOf } from "./entry-headers.ts";

/** What is of one exchange only. */
const ofExchange: readonly string[] = ["age", "date"];

/** The request by which a server is asked whether an entry still holds; undefined if it cannot be asked. */
export function asking(request: HttpRequest, entry: CacheEntry): HttpRequest | undefined {
  const stored = headersOf(entry);
  const tag = stored.get("etag");
  const modified = stored.get("last-modified");
  if (tag === undefined && modified === undefined) return undefined;
  let headers = HttpHeaders.from(request.headers);
  if (tag !== undefined) headers = headers.with("if-none-match", tag);
  if (modified !== undefined) headers = headers.with("if-modified-since", modified);
  return { ...request, headers };
}

/**
 * Whether a 304, or the answer to a HEAD, speaks of an entry: what validators it has are those of the
 * entry, tags compared weakly, as a server may weaken them on the way; and so is the length of the latter.
 */
export function speaksOf(entry: CacheEntry, { status, headers }: ResponseHead): boolean {
  const stored = headersOf(entry);
  const length = status === 304 ? undefined : headers.get("content-length");
  if (length !== undefined && length !== stored.get("content-length")) return false;
  const tag = headers.get("etag");
  if (tag !== undefined) return opaque(tag) === opaque(stored.get("etag") ?? "");
  const modified = headers.get("last-modified");
  return modified === undefined || modified === stored.get("last-modified");
}

/**
 * Whether a 304 to conditions of the caller, which are of a state that the caller has, is of the state of
 * an entry too; undefined if it does not tell.
 *
 * It tells by its tag; else by the caller's, if that is the only one, or none of them is that of the
 * entry; else by dates, if they are the same.
 */
export function answersFor(
  entry: CacheEntry,
  asked: HttpHeaders,
  response: ResponseHead,
): boolean | undefined {
  if (response.headers.has("etag")) return speaksOf(entry, response);
  const stored = headersOf(entry);
  const tags = asked.get("if-none-match");
  const byTag = isOnlyOneOf(tags, stored.get("etag"));
  if (byTag !== undefined) return byTag;
  if (response.headers.has("last-modified")) return speaksOf(entry, response);
  const since = tags === undefined ? asked.get("if-modified-since") : undefined;
  return since !== undefined && since === stored.get("last-modified") ? true : undefined;
}

/** Whether a tag is all of these, or none; undefined if it is one of several. */
function isOnlyOneOf(tags: string | undefined, tag: string | undefined): boolean | undefined {
  if (tags === undefined || tag === undefined || tags.trim() === "*") return undefined;
  if (opaque(tags) === opaque(tag)) return true;
  return tags.includes(opaque(tag)) ? undefined : false;
}

/**
 * The headers of an entry, brought up to date by those of a 304 (RFC 9111, section 3.2).
 *
 * Content-Length stays, as it is that of the stored body. Date and Age are those of the 304, or none.
 */
export function renewedHeaders(
  { headers: stored }: CacheEntry,
  { headers }: ResponseHead,
): HttpHeaders {
  const news = [...headers].filter(([name]) => name.toLowerCase() !== "content-length");
  const replaced = new Set([...ofExchange, ...news.map(([name]) => name.toLowerCase())]);
  return HttpHeaders.from([
    ...stored.filter(([name]) => !replaced.has(name.toLowerCase())),
    ...news,
  ]);
}

/** An entity tag less the sign that it is weak. */
export function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
