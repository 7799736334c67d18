import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { type Layer, layer } from "../../service/layer.ts";
import { requireDuration, requireMethods, requireOptions, show } from "../../service/options.ts";
import { SingleFlight } from "../coalesce/single-flight.ts";
import type { CacheStore } from "./cache-store.ts";
import { type Cacheable, cacheable, identityOf, outdatedBy } from "./cacheable.ts";
import { CrawlCache } from "./crawl-cache.ts";
import { GuardedStore } from "./guarded-store.ts";

/** Options of {@link cache}. */
export interface CacheOptions {
  /** Where responses are kept. Stacks may share one. */
  readonly store: CacheStore;
  /** By which rules. `"crawl"` keeps every complete 2xx for `ttlMs`. @defaultValue `"crawl"` */
  readonly mode?: "crawl";
  /** How long a response is served, in milliseconds. @defaultValue 1 h */
  readonly ttlMs?: number;
}

/**
 * Answers from a store what was asked before, and makes one exchange of what is asked at once.
 *
 * Every complete 2xx response to a GET or a HEAD, but 206, is kept and served for `ttlMs`, whatever
 * its `Cache-Control` says. An entry that an earlier run kept for less is not served for longer.
 * What is served has the bytes and all headers of the response as it came, and `fromCache: true`.
 * Method and URL are the key, less the fragment. The request headers that `Vary` names have to be
 * the same, and so have Authorization and Cookie: what was answered to one user is never served to
 * another. Of those two a store sees digests only. `Vary: *` is not kept.
 * A request with `no-cache` or `max-age=0` is answered by the server, and the response kept.
 * One with `no-store`, a body, credentials in its URL, a range or a condition passes as it is, and so
 * do other methods. Where one of those that change things succeeds, what is kept of its URL is removed.
 *
 * Identical requests that miss at once share one exchange, and its outcome by identity.
 * One with an `accept` of its own has an exchange of its own.
 * Each may abort by itself; when the last has left, the exchange is aborted. A call that may not wait
 * to start joins one that has started, and its refusal never fails one with more patience, which
 * asks again.
 * Errors are not kept. A response reaches its caller after it was stored.
 * A store that fails does not fail the call: the event `failed` tells each error, and a warning of
 * the process the first.
 *
 * @example
 * ```ts
 * const client = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(cache({ store: new DiskCache({ dir: ".pagoda/cache" }) }))
 *   .layer(retry())
 *   .service(httpClient());
 * ```
 */
export function cache(options: CacheOptions): Layer<HttpRequest, HttpResponse> {
  requireOptions("cache", options, { store: true, mode: true, ttlMs: true });
  const { mode = "crawl", ttlMs = 60 * 60 * 1000 } = options;
  requireMethods("store", options.store, ["get", "put", "delete"]);
  requireMode(mode);
  requireDuration("ttlMs", ttlMs);

  return layer(
    "cache",
    (inner) => {
      const kept = new CrawlCache(new GuardedStore(options.store), ttlMs);
      const flights = new SingleFlight<HttpResponse>();

      const exchange = async (
        asked: Cacheable,
        request: HttpRequest,
        context: Context,
      ): Promise<HttpResponse> => {
        context.throwIfAborted();
        tell(context, "missed", asked);
        const response = await inner.call(request, context);
        if (await kept.keep(asked, response, context)) tell(context, "stored", asked);
        return response;
      };

      const answer = async (
        asked: Cacheable,
        request: HttpRequest,
        context: Context,
      ): Promise<HttpResponse> => {
        const { landed } = flights;
        const found = await kept.find(asked, context);
        if (found) return hit(found, asked, context);
        const work = async (context: Context): Promise<HttpResponse> => {
          // What landed since may have been stored after we looked.
          const late = flights.landed === landed ? undefined : await kept.find(asked, context);
          return late ? hit(late, asked, context) : exchange(asked, request, context);
        };
        // Whether the body is read is said to whoever asked, and what it says is for nobody else.
        if (request.accept) return work(context);
        return flights.share(identityOf(asked, request), context, work, (event, detail) =>
          tell(context, event, asked, detail),
        );
      };

      const pass = async (request: HttpRequest, context: Context): Promise<HttpResponse> => {
        const response = await inner.call(request, context);
        if (response.status < 400) await kept.forget(outdatedBy(request), context);
        return response;
      };

      return (request, context) => {
        const asked = cacheable(request);
        return asked ? answer(asked, request, context) : pass(request, context);
      };
    },
    { answers: true, queues: true, detaches: true },
  );
}

function hit(response: HttpResponse, asked: Cacheable, context: Context): HttpResponse {
  tell(context, "hit", asked);
  return response;
}

function tell(context: Context, event: string, { key }: Cacheable, detail?: object): void {
  if (layerEvents.hasSubscribers) publish(context, "cache", event, { key, ...detail });
}

function requireMode(mode: string): void {
  if (mode === "crawl") return;
  throw new RangeError(`Expected "mode" to be "crawl": got ${show(mode)}`);
}
