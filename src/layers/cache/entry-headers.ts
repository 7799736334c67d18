import { HttpHeaders } from "../../http/headers.ts";
import type { CacheEntry } from "./cache-store.ts";

const known = new WeakMap<CacheEntry, HttpHeaders>();

/** The headers of an entry, made once for as long as a store gives it by identity. */
export function headersOf(entry: CacheEntry): HttpHeaders {
  let headers = known.get(entry);
  if (!headers) known.set(entry, (headers = HttpHeaders.from(entry.headers)));
  return headers;
}
