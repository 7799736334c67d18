import { HttpHeaders } from "../../http/headers.ts";
import type { HttpRequest } from "../../http/message.ts";

/** A request that a cache may answer. */
export interface Cacheable {
  /** What responses to it are kept under: method and URL, less the fragment. */
  readonly key: string;
  readonly headers: HttpHeaders;
  /** Whether a kept response will not do. */
  readonly refresh: boolean;
}

/** What asks for less than the whole, or for no more than a change. */
const partial = [
  "range",
  "if-range",
  "if-match",
  "if-none-match",
  "if-modified-since",
  "if-unmodified-since",
];
const credentialsInUrl = /^[a-z]+:[\\/]*[^\\/?#]*@/i;
const noStore = /(?:^|,)\s*no-store\s*(?:,|$)/i;
const mustAsk = /(?:^|,)\s*(?:no-cache|max-age\s*=\s*"?0+"?)\s*(?:,|$)/i;

/** Reads what matters to a cache in a request; undefined if none may answer it. */
export function cacheable(request: HttpRequest): Cacheable | undefined {
  const method = methodOf(request);
  if ((method !== "GET" && method !== "HEAD") || request.body !== undefined) return undefined;
  if (credentialsInUrl.test(request.url)) return undefined;
  const headers = HttpHeaders.from(request.headers);
  const control = headers.get("cache-control") ?? "";
  if (noStore.test(control) || partial.some((name) => headers.has(name))) return undefined;
  const key = keyOf(method, request.url);
  const refresh = mustAsk.test(control) || mustAsk.test(headers.get("pragma") ?? "");
  return { key, headers, refresh };
}

/** The same for requests that a server could not tell apart. */
export function identityOf({ key, headers }: Cacheable, request: HttpRequest): string {
  const { url: _url, method: _method, headers: _headers, meta: _meta, ...rest } = request;
  const fields = Array.from(headers, ([name, value]) => [name.toLowerCase(), value]);
  return JSON.stringify([key, fields, rest]);
}

/** The keys under which responses may be kept that a request makes out of date. */
export function outdatedBy(request: HttpRequest): readonly string[] {
  if (safe.has(methodOf(request))) return [];
  return [keyOf("GET", request.url), keyOf("HEAD", request.url)];
}

const safe: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

function methodOf({ method = "GET" }: HttpRequest): string {
  return method.toUpperCase();
}

function keyOf(method: string, url: string): string {
  const fragment = url.indexOf("#");
  return `${method} ${fragment === -1 ? url : url.slice(0, fragment)}`;
}
