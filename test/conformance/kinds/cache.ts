import { type HttpRequest, HttpResponse } from "pagoda/http";
import { cache, MemoryCache } from "pagoda/layers";
import { ServiceBuilder } from "pagoda/service";
import { VirtualClock } from "pagoda/testing";

import { playerOf, type Player } from "../case.ts";

interface CacheCase {
  readonly input: {
    readonly requests: readonly {
      readonly t_s: number;
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly response: {
        readonly status: number;
        readonly headers: Readonly<Record<string, string>>;
        readonly body: string;
      };
    }[];
  };
  /** Where each answer comes from, such as `cache:A` of this body, or any of several. */
  readonly expect: readonly string[];
}

/** Where answers come from, in the mode that goes by HTTP, in virtual time. */
const answered: Player = playerOf<CacheCase>(async ({ input, expect }) => {
  const clock = new VirtualClock({ wallMs: Date.UTC(2026, 0, 1) });
  let next: HttpResponse;
  await using stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(cache({ store: new MemoryCache(), mode: "http" }))
    .service(async () => next, { clock });
  for (const [at, { t_s: seconds, method, url, headers, response }] of input.requests.entries()) {
    clock.advance(seconds * 1000 - clock.now());
    next = new HttpResponse({ url, ...response });
    const origin = originOf(await stack.call({ url, method, headers }));
    const allowed = expect[at]?.split(" or ") ?? [];
    if (!allowed.some((word) => isOf(origin, word.replace("stale:", "cache:")))) {
      return `answer ${at + 1}: expected ${expect[at]}, got ${origin}`;
    }
  }
  return undefined;
});

/** Players of the kind `cache`. */
export const cachePlayers: Readonly<Record<string, Player>> = { cache: answered };

function originOf({ fromCache, revalidated, text }: HttpResponse): string {
  if (revalidated) return `revalidate:${text}`;
  return `${fromCache ? "cache" : "network"}:${text}`;
}

function isOf(origin: string, word: string): boolean {
  return origin === word || origin.startsWith(`${word}:`);
}
