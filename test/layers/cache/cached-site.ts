import {
  type HttpRequest,
  HttpResponse,
  type HttpResponseInit,
} from "../../../src/http/message.ts";
import { cache, type CacheOptions } from "../../../src/layers/cache/cache.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { Context } from "../../../src/service/context.ts";
import type { Handler } from "../../../src/service/service.ts";
import type { Stack } from "../../../src/service/stack.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

export const url = "https://example.com/page";

/** Whether the same request is answered from the store, asked for the second time. */
export async function hitsAgain({
  response,
}: {
  response: Partial<HttpResponseInit>;
}): Promise<boolean> {
  const site = serve(response);
  await site.get();
  return (await site.get()).fromCache;
}

/** A cache over a site whose pages differ from one answer to the next, unless the body is given. */
export function serve(
  response: Partial<HttpResponseInit> = {},
  options: Partial<CacheOptions> = {},
  clock: VirtualClock = new VirtualClock(),
): {
  readonly get: (request?: Partial<HttpRequest>, context?: Context) => Promise<HttpResponse>;
  readonly sent: readonly HttpRequest[];
  readonly clock: VirtualClock;
} {
  const sent: HttpRequest[] = [];
  const answer: Handler<HttpRequest, HttpResponse> = async (request) => {
    sent.push(request);
    return new HttpResponse({ url, status: 200, body: `page ${sent.length}`, ...response });
  };
  const stack = stackOf({ store: new MemoryCache(), ...options }, answer, clock);
  return {
    sent,
    clock,
    get: (request, context = new Context({ clock })) => stack.call({ url, ...request }, context),
  };
}

export function stackOf(
  options: CacheOptions,
  leaf: Handler<HttpRequest, HttpResponse>,
  clock: VirtualClock = new VirtualClock(),
): Stack<HttpRequest, HttpResponse> {
  return ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(cache(options))
    .service(leaf, { clock });
}
