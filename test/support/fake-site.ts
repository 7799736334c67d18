import { type HttpRequest, HttpResponse, type HttpResponseInit } from "../../src/http/message.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import type { Layer } from "../../src/service/layer.ts";
import type { Stack } from "../../src/service/stack.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

/** What a {@link FakeSite} answers: a page of links, or any response. */
export type Answer = readonly string[] | Omit<HttpResponseInit, "url">;

/** One request that reached the site. */
export interface Visit {
  readonly url: string;
  readonly at: number;
}

/** A web of pages in memory, asked through a stack, in virtual time. */
export interface FakeSite {
  readonly clock: VirtualClock;
  readonly stack: Stack<HttpRequest, HttpResponse>;
  readonly visits: Visit[];
  /** The URLs asked for, in order. */
  urls(): readonly string[];
}

/** Serves what `answer` says of a URL, each after `latencyMs`, under the layers given. */
export function fakeSite(
  answer: (url: string, visit: number) => Answer | undefined,
  options: {
    readonly latencyMs?: number | ((url: string) => number);
    readonly layer?: Layer<HttpRequest, HttpResponse>;
    readonly clock?: VirtualClock;
  } = {},
): FakeSite {
  const { latencyMs = 0, layer = (inner) => inner, clock = new VirtualClock() } = options;
  const visits: Visit[] = [];
  const counts = new Map<string, number>();
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(layer)
    .service(
      async ({ url }, context) => {
        visits.push({ url, at: clock.now() });
        const visit = (counts.get(url) ?? 0) + 1;
        counts.set(url, visit);
        const ms = typeof latencyMs === "number" ? latencyMs : latencyMs(url);
        if (ms > 0) await context.sleep(ms);
        return responseOf(url, answer(url, visit));
      },
      { clock, random: () => 0.5 },
    );
  return { clock, stack, visits, urls: () => visits.map(({ url }) => url) };
}

function responseOf(url: string, answer: Answer | undefined): HttpResponse {
  if (answer === undefined) return new HttpResponse({ url, status: 404 });
  if ("status" in answer) return new HttpResponse({ url, ...answer });
  const links = answer.map((link) => `<a href="${link}">${link}</a>`).join("\n");
  const body = `<title>${url}</title>${links}`;
  return new HttpResponse({ url, status: 200, headers: { "content-type": "text/html" }, body });
}
