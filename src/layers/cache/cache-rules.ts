import type { HttpHeaders } from "../../http/headers.ts";
import type { CacheUse, HttpRequest, HttpResponse } from "../../http/message.ts";
import type { Service } from "../../service/service.ts";
import type { CacheNote } from "./cache-status.ts";
import type { CacheEntry } from "./cache-store.ts";
import type { Cacheable } from "./cacheable.ts";
import type { Freshness } from "./freshness.ts";
import type { GuardedStore } from "./guarded-store.ts";

/** What modes of a cache differ in. */
export interface CacheRules {
  /** Whether parts and changes of what is kept are answered too. */
  readonly answersPartial: boolean;
  /** Whether the answer to a HEAD tells how what a GET got stands. */
  readonly heedsHead: boolean;
  /** Whether an answer to nobody in particular is one for a request with cookies too. */
  readonly sharesAnonymous: boolean;
  /** The headers that are kept with a response. */
  keptHeaders(headers: HttpHeaders): CacheEntry["headers"];
  /** How an entry stands; undefined if it is not to be kept, or served where somebody else has kept it. */
  freshness(entry: CacheEntry, now: number): Freshness | undefined;
  /** What of an entry answers a request, with its age where it `isHit`; undefined where only the server can tell. */
  serve(asked: Cacheable, found: Found, isHit: boolean, now: number): HttpResponse | undefined;
  /** A response that tells how the cache handled it. */
  mark(response: HttpResponse, note: CacheNote): HttpResponse;
}

/** What a cache is made of. */
export interface CacheParts {
  readonly inner: Service<HttpRequest, HttpResponse>;
  readonly store: GuardedStore;
  readonly rules: CacheRules;
  /** How requests use it that do not say. */
  readonly use: CacheUse;
}

/** An entry that answers a request, and how it stands. */
export interface Found {
  /** What it is kept under. */
  readonly key: string;
  readonly entry: CacheEntry;
  readonly freshness: Freshness;
}
