import type { HttpHeaders } from "../../http/headers.ts";
import type { CacheEntry } from "./cache-store.ts";
import { headersOf } from "./entry-headers.ts";

/** A part of a body, from its first byte to before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const one = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

/**
 * The part that a request asks for of an entry (RFC 9110, section 14.2).
 *
 * `"whole"` where the request asks for all, or has a part of another state of it (If-Range). Undefined where
 * only the server can tell: several parts, one that is not there, or one of bytes that were compressed
 * on the wire and are kept as they are not.
 */
export function rangeOf(asked: HttpHeaders, entry: CacheEntry): ByteRange | "whole" | undefined {
  const range = asked.get("range");
  if (range === undefined || entry.status !== 200) return "whole";
  const stored = headersOf(entry);
  const condition = asked.get("if-range")?.trim();
  if (condition !== undefined && !isState(condition, stored)) return "whole";
  if (stored.has("content-encoding")) return undefined;
  return partOf(range, entry.body.byteLength);
}

function partOf(range: string, length: number): ByteRange | undefined {
  const [, first, last, suffix] = one.exec(range.trim()) ?? [];
  const start = first === undefined ? Math.max(0, length - Number(suffix)) : Number(first);
  const end = last ? Math.min(length, Number(last) + 1) : length;
  return start < end ? { start, end } : undefined;
}

/** Whether an If-Range names this state: its tag, unless that is weak, or its date. */
function isState(condition: string, stored: HttpHeaders): boolean {
  if (condition.startsWith("W/")) return false;
  const name = condition.startsWith('"') ? "etag" : "last-modified";
  return stored.get(name)?.trim() === condition;
}
