import { httpClient, HttpHeaders, type HttpRequest, type HttpResponse } from "pagoda/http";
import { cache, MemoryCache } from "pagoda/layers";
import {
  type Outcome,
  type Service,
  service,
  ServiceBuilder,
  settle,
  type Stack,
  unwrap,
} from "pagoda/service";
import { VirtualClock } from "pagoda/testing";

import { NotPlayed, playerOf, type Player } from "../case.ts";
import { type CacheStep, valueOf } from "../wire/cache-case.ts";
import { type CacheOrigin, serveCase } from "../wire/cache-origin.ts";
import { problemOfResponse, problemOfServer } from "../wire/cache-problems.ts";

interface CacheSuiteCase {
  /** Whether it is about the caches of a CDN. */
  readonly cdn_only: boolean;
  readonly requests: readonly CacheStep[];
}

/** How long a case waits where it says so. */
const PAUSE_MS = 3000;

/**
 * What caches are expected to do by http-tests, played as by the cache of a browser.
 *
 * Waits of the cases pass on a virtual clock, by which the server dates its answers too. Interim
 * responses are not looked at, as a client of whole messages shows none. A call that fails is an answer
 * without a header.
 */
export const cacheSuite: Player = playerOf<CacheSuiteCase>(
  async ({ cdn_only: ofCdn, requests }) => {
    if (ofCdn) throw new NotPlayed("about the caches of a CDN");
    const clock = new VirtualClock({ wallMs: Date.UTC(2026, 2, 4, 5, 6, 7, 400) });
    await using origin = await serveCase(requests, clock);
    await using client = httpClient();
    const wire = new CountedService(client);
    await using stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(cache({ store: new MemoryCache(), mode: "http" }))
      .service(wire.service, { clock });

    const outcomes: Outcome<HttpResponse>[] = [];
    for (const [at, step] of requests.entries()) {
      const outcome = await settle(
        stack.call(requestOf(step, at + 1, { origin, stack, outcomes })),
      );
      outcomes.push(outcome);
      do await clock.settle();
      while (wire.underWay > 0); // what is asked for behind the answer
      const problem = problemOfResponse(step, at + 1, outcome);
      if (problem !== undefined) return problem;
      if (step.pause_after === true) clock.advance(PAUSE_MS);
    }
    return problemOfServer(requests, outcomes, origin.seen);
  },
);

/** A service that knows how many of its calls are under way. */
class CountedService {
  readonly service: Service<HttpRequest, HttpResponse>;
  underWay = 0;

  constructor(inner: Service<HttpRequest, HttpResponse>) {
    this.service = service(async (request, context) => {
      this.underWay++;
      const outcome = await settle(inner.call(request, context));
      this.underWay--;
      return unwrap(outcome);
    });
  }
}

function requestOf(
  step: CacheStep,
  number: number,
  play: {
    readonly origin: CacheOrigin;
    readonly stack: Stack<HttpRequest, HttpResponse>;
    readonly outcomes: readonly Outcome<HttpResponse>[];
  },
): HttpRequest {
  const { request_method: method = "GET", request_body: body, filename, query_arg: query } = step;
  const path = `/test${filename === undefined ? "" : `/${filename}`}`;
  const last = play.outcomes.at(-1);
  const then = last?.ok === true ? last.value.headers.get("server-now") : undefined;
  const now = Number(then ?? play.stack.clock.wallMs());
  const headers = (step.request_headers ?? []).map(
    (header) => [header[0], valueOf(header, step, now, path)] as const,
  );
  return {
    url: `${play.origin.origin}${path}${query === undefined ? "" : `?${query}`}`,
    method,
    headers: HttpHeaders.from([...headers, ["Req-Num", `${number}`]]),
    ...(body !== undefined && { body }),
    ...(step.cache !== undefined && { cache: step.cache }),
  };
}
