import { HttpHeaders } from "../../http/headers.ts";
import type { CacheEntry } from "./cache-store.ts";
import { storedHeaders } from "./storable.ts";

const known = new WeakMap<CacheEntry, HttpHeaders>();

/** The headers of an entry, made once for as long as a store gives it by identity. */
export function headersOf(entry: CacheEntry): HttpHeaders {
  let headers = known.get(entry);
  if (!headers) known.set(entry, (headers = HttpHeaders.from(entry.headers)));
  return headers;
}

const ownOf = new WeakMap<CacheEntry, HttpHeaders>();

/** Those of them that a cache by RFC 9111 serves: others may have been kept in another mode. */
export function ownHeadersOf(entry: CacheEntry): HttpHeaders {
  let headers = ownOf.get(entry);
  if (!headers) ownOf.set(entry, (headers = HttpHeaders.from(storedHeaders(headersOf(entry)))));
  return headers;
}
