import { requireUse } from "../../http/cache-use.ts";
import type { CacheUse, HttpRequest, HttpResponse } from "../../http/message.ts";
import { type Layer, layer } from "../../service/layer.ts";
import { requireDuration, requireMethods, requireOptions } from "../../service/options.ts";
import { requireMode } from "./cache-mode.ts";
import type { CacheStore } from "./cache-store.ts";
import { CacheTier } from "./cache-tier.ts";
import { crawlRules } from "./crawl-rules.ts";
import { GuardedStore } from "./guarded-store.ts";
import { httpRules } from "./http-rules.ts";

/** Options of {@link cache}. */
export interface CacheOptions {
  /** Where responses are kept. Stacks may share one. */
  readonly store: CacheStore;
  /**
   * By which rules: `"crawl"` keeps every complete 2xx for `ttlMs`, `"http"` is a private cache by
   * RFC 9111.
   *
   * @defaultValue `"crawl"`
   */
  readonly mode?: "crawl" | "http";
  /** How long a response is served in the mode `"crawl"`, in milliseconds. @defaultValue 1 h */
  readonly ttlMs?: number;
  /** How requests use it that do not say so by their `cache`. @defaultValue `"default"` */
  readonly use?: CacheUse;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Answers from a store what was asked before, and makes one exchange of what is asked at once.
 *
 * In the mode `"crawl"` every complete 2xx response to a GET or a HEAD, but 206, is kept and served for
 * `ttlMs`, whatever its `Cache-Control` says. An entry that an earlier run kept for less is not served
 * for longer. What is served has the bytes and all headers of the response as it came.
 * In the mode `"http"` the headers of a response say whether and for how long it is kept, as RFC 9111
 * has it for a cache of one user; it may be served while it is asked for anew (`stale-while-revalidate`)
 * or where asking fails (`stale-if-error`). A response tells by Cache-Status (RFC 9211) and Age what the
 * cache did. A condition or a range of bytes is answered from what is kept, if it is fresh.
 *
 * In both, what is kept and not fresh any more is asked for with its validators. A 304 renews it: the
 * response is `fromCache` and `revalidated`.
 * Method and URL are the key, as the URL parser spells it, less user and fragment; a HEAD is answered by what a GET got, never the
 * reverse. The request headers that `Vary` names have to be the same, and so have credentials: what was
 * answered to one user is never served to another. Of those a store sees digests only. `Vary: *` is not
 * kept. In the mode `"http"` what was answered without a cookie also serves one who has cookies.
 * What a request says in `cache` or in its Cache-Control (max-age, min-fresh, max-stale, no-cache,
 * no-store, only-if-cached, stale-if-error) is heeded in both modes.
 * A request with a body or credentials in its URL passes as it is, as do other methods; in the mode
 * `"crawl"` also one with a range or a condition. Where one that changes things succeeds, what is kept of
 * its URL is removed, and of those of its origin that Location and Content-Location name; what was asked
 * for before that, by any stack over the store, is not kept any more, nor joined. Of two answers the one
 * that was asked for last is kept.
 *
 * Identical requests that miss at once share one exchange, and its outcome.
 * One with an `accept` of its own has an exchange of its own.
 * Each may abort by itself; when the last has left, the exchange is aborted, and nothing kept. A call
 * that may not wait to start joins one that has started, and its refusal never fails one with more
 * patience, which asks again.
 * What is asked for anew behind a stale answer is asked once, and is aborted with the stack.
 * Errors are not kept. A response reaches its caller after it was stored.
 * A store that fails does not fail the call: the event `failed` tells each error, and a warning of
 * the process the first.
 *
 * @example
 * ```ts
 * const client = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(cache({ store: new DiskCache({ dir: ".pagoda/cache" }), mode: "http" }))
 *   .layer(retry())
 *   .service(httpClient());
 * ```
 */
export function cache(options: CacheOptions): Layer<HttpRequest, HttpResponse> {
  requireOptions("cache", options, { store: true, mode: true, ttlMs: true, use: true });
  const { store, mode = "crawl", ttlMs = HOUR_MS, use = "default" } = options;
  requireMethods("store", store, ["get", "put", "delete"]);
  requireMode(mode);
  requireUse(use);
  requireDuration("ttlMs", ttlMs);
  if (mode === "http" && options.ttlMs !== undefined) {
    throw new TypeError('Expected "ttlMs" in the mode "crawl" only: got the mode "http"');
  }

  const rules = mode === "http" ? httpRules : crawlRules(ttlMs);
  return layer(
    "cache",
    (inner) => new CacheTier({ inner, rules, use, store: GuardedStore.of(store) }),
    { answers: true, queues: true, detaches: true },
  );
}
