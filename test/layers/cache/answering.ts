import {
  type HttpRequest,
  HttpResponse,
  type HttpResponseInit,
} from "../../../src/http/message.ts";
import type { CacheStore } from "../../../src/layers/cache/cache-store.ts";
import type { CacheOptions } from "../../../src/layers/cache/cache.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import type { Context } from "../../../src/service/context.ts";
import type { CallOptions, Stack } from "../../../src/service/stack.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { stackOf, url } from "./cached-site.ts";

/** What a server says to a request: a response, in part, or what it fails with. */
export type Says = Partial<HttpResponseInit> | Error;

/** A server of pages below a cache, and the time they share. */
export interface Site {
  readonly stack: Stack<HttpRequest, HttpResponse>;
  readonly clock: VirtualClock;
  readonly store: CacheStore;
  readonly sent: readonly HttpRequest[];
  readonly get: (request?: Partial<HttpRequest>, call?: CallOptions) => Promise<HttpResponse>;
}

/** A cache in the mode "http" over a server that answers as it is told; its pages differ. */
export function answering(
  answer: (request: HttpRequest, n: number, context: Context) => Says | Promise<Says>,
  options: Partial<CacheOptions> = {},
): Site {
  const clock = new VirtualClock({ wallMs: Date.UTC(2026, 0, 1) });
  const { store = new MemoryCache() } = options;
  const sent: HttpRequest[] = [];
  const stack = stackOf(
    { mode: "http", ...options, store },
    async (request, context) => {
      sent.push(request);
      const n = sent.length;
      const said = await answer(request, n, context);
      if (said instanceof Error) throw said;
      return new HttpResponse({ url: request.url, status: 200, body: `page ${n}`, ...said });
    },
    clock,
  );
  return {
    stack,
    clock,
    store,
    sent,
    get: (request, call) => stack.call({ url, ...request }, call),
  };
}

/** One that always says the same. */
export function saying(
  headers: Readonly<Record<string, string>>,
  more: Partial<HttpResponseInit> = {},
  options: Partial<CacheOptions> = {},
): Site {
  return answering(() => ({ headers, ...more }), options);
}

/** A header that a request bore. */
export function bore(request: HttpRequest | undefined, name: string): string | undefined {
  return new HttpResponse({
    url,
    status: 200,
    ...(request?.headers && { headers: request.headers }),
  }).headers.get(name);
}

/** What a response tells of the cache. */
export function statusOf({ headers }: HttpResponse): string | undefined {
  return headers.get("cache-status");
}
