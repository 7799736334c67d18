import { HttpHeaders } from "../../http/headers.ts";
import type { CacheUse, HttpRequest } from "../../http/message.ts";
import { hasUserinfo } from "../../http/url/has-userinfo.ts";
import { keyOf } from "./cache-key.ts";
import { conditions } from "./precondition.ts";
import { type RequestTerms, termsOf } from "./request-terms.ts";

/** A request that a cache may answer. */
export interface Cacheable {
  readonly method: "GET" | "HEAD";
  /** What responses to it are kept under: method and URL, less the fragment. */
  readonly key: string;
  readonly headers: HttpHeaders;
  readonly terms: RequestTerms;
  /** Whether it asks for less than the whole, or for no more than a change. */
  readonly isPartial: boolean;
}

/** What asks for a part, or sets a condition that a cache can judge. */
const partial = ["range", "if-range", ...conditions];
/** Conditions that are for the server. */
const forServer = ["if-match", "if-unmodified-since"];
const noStore = /(?:^|,)\s*no-store\s*(?:,|$)/i;

/** Reads what matters to a cache in a request; undefined if none may answer it. */
export function cacheable(request: HttpRequest, usual: CacheUse): Cacheable | undefined {
  const method = methodOf(request);
  if ((method !== "GET" && method !== "HEAD") || request.body !== undefined) return undefined;
  if (hasUserinfo(request.url)) return undefined;
  const headers = HttpHeaders.from(request.headers);
  const { cache: use = usual } = request;
  if (use === "no-store" || noStore.test(headers.get("cache-control") ?? "")) return undefined;
  if (forServer.some((name) => headers.has(name))) return undefined;
  const isPartial = partial.some((name) => headers.has(name));
  return {
    method,
    key: keyOf(method, request.url),
    headers,
    terms: termsOf(use, headers),
    isPartial,
  };
}

/** What that is kept under which answers a HEAD as well: what a GET got. */
export function wholeKeyOf({ method, key }: Cacheable): string {
  return method === "GET" ? key : key.replace("HEAD", "GET");
}

/** The same for requests that a server could not tell apart. */
export function identityOf({ key, headers }: Cacheable, request: HttpRequest): string {
  const { url: _url, method: _method, headers: _headers, meta: _meta, ...rest } = request;
  const fields = Array.from(headers, ([name, value]) => [name.toLowerCase(), value]);
  return JSON.stringify([key, fields, rest]);
}

const safe: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Whether a request may change what the server has. */
export function isUnsafe(request: HttpRequest): boolean {
  return !safe.has(methodOf(request));
}

function methodOf({ method = "GET" }: HttpRequest): string {
  return method.toUpperCase();
}
