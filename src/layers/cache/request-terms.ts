import { HttpHeaders } from "../../http/headers.ts";
import type { CacheUse, HttpRequest } from "../../http/message.ts";
import { CacheControl } from "./cache-control.ts";
import type { Freshness } from "./freshness.ts";

/** What a request says of kept responses: how old they may be, and whether the server may be asked. */
export interface RequestTerms {
  readonly use: CacheUse;
  /** Nothing kept will do unless the server confirms it. */
  readonly noCache: boolean;
  readonly onlyIfCached: boolean;
  /** Durations in milliseconds. */
  readonly maxAgeMs: number;
  readonly minFreshMs: number;
  readonly maxStaleMs: number;
  readonly staleIfErrorMs: number;
}

/** Reads what a request says: by its `cache`, and by its Cache-Control, or else Pragma. */
export function termsOf(use: CacheUse, headers: HttpHeaders): RequestTerms {
  if (!headers.has("cache-control") && !headers.has("pragma")) return silent[use];
  const control = CacheControl.of(headers);
  const pragma = !headers.has("cache-control") && noCache.test(headers.get("pragma") ?? "");
  const maxAgeMs = control.ms("max-age", Infinity);
  const terms = silent[use];
  return {
    use,
    noCache: terms.noCache || pragma || control.has("no-cache") || maxAgeMs === 0,
    onlyIfCached: terms.onlyIfCached || control.has("only-if-cached"),
    maxAgeMs,
    minFreshMs: control.ms("min-fresh"),
    maxStaleMs: control.isBare("max-stale") ? Infinity : control.ms("max-stale"),
    staleIfErrorMs: control.ms("stale-if-error"),
  };
}

/** Whether an entry may be served on these terms without asking, by how it stands. */
export function suffices(terms: RequestTerms, freshness: Freshness): boolean {
  const { ageMs, lifetimeMs, mustAsk, mustRevalidate, isImmutable } = freshness;
  const leftMs = lifetimeMs - ageMs;
  if (isAnything(terms.use)) return true;
  if (mustAsk || ageMs > terms.maxAgeMs) return false;
  const isFresh = leftMs > 0;
  if (terms.noCache) return terms.use === "no-cache" && isImmutable && isFresh;
  return isFresh ? leftMs >= terms.minFreshMs : !mustRevalidate && -leftMs < terms.maxStaleMs;
}

/** Whether an entry may be served stale on these terms where the server has failed. */
export function mayStandIn(terms: RequestTerms, freshness: Freshness): boolean {
  const forMs = Math.max(freshness.staleIfErrorMs, terms.staleIfErrorMs);
  return mayBeStale(terms, freshness, forMs);
}

/** Whether an entry may be served stale on these terms while the server is asked. */
export function mayBeServedWhileAsking(terms: RequestTerms, freshness: Freshness): boolean {
  return !terms.onlyIfCached && mayBeStale(terms, freshness, freshness.staleWhileRevalidateMs);
}

function mayBeStale(terms: RequestTerms, freshness: Freshness, forMs: number): boolean {
  const { ageMs, lifetimeMs, mustAsk, mustRevalidate } = freshness;
  if (mustAsk || mustRevalidate || terms.noCache || terms.use === "reload") return false;
  const staleMs = ageMs - lifetimeMs;
  return staleMs < forMs && ageMs <= terms.maxAgeMs && terms.minFreshMs === 0;
}

/** A request as the server is to see it: what its `cache` says in the words of HTTP, as `fetch` has it. */
export function toldInWords(request: HttpRequest, use: CacheUse): HttpRequest {
  const word = words[use];
  const headers = word === undefined ? undefined : HttpHeaders.from(request.headers);
  if (word === undefined || !headers || headers.has("cache-control")) return request;
  return { ...request, headers: headers.with("cache-control", word) };
}

const words: Partial<Record<CacheUse, string>> = {
  "no-cache": "max-age=0",
  "no-store": "no-cache",
  reload: "no-cache",
};

/** Whether whatever is kept will do. */
function isAnything(use: CacheUse): boolean {
  return use === "force-cache" || use === "offline";
}

const noCache = /(?:^|,)\s*no-cache\s*(?:,|$)/i;

function silence(use: CacheUse): RequestTerms {
  return {
    use,
    noCache: use === "no-cache" || use === "reload",
    onlyIfCached: use === "only-if-cached",
    maxAgeMs: Infinity,
    minFreshMs: 0,
    maxStaleMs: 0,
    staleIfErrorMs: 0,
  };
}

/** The terms of requests whose headers say nothing. */
const silent: Readonly<Record<CacheUse, RequestTerms>> = {
  default: silence("default"),
  "no-store": silence("no-store"),
  reload: silence("reload"),
  "no-cache": silence("no-cache"),
  "force-cache": silence("force-cache"),
  "only-if-cached": silence("only-if-cached"),
  offline: silence("offline"),
};
