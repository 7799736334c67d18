import { type HttpRequest, HttpResponse, type HttpResponseInit } from "../../src/http/message.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { NotNowError } from "../../src/service/errors.ts";
import { type Layer, layer } from "../../src/service/layer.ts";
import type { Stack } from "../../src/service/stack.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

/** What a {@link FakeSite} answers: a page of links, a response, a failure, or silence. */
export type Answer = readonly string[] | Omit<HttpResponseInit, "url"> | Error | "silence";

/** One request that reached the site. */
export interface Visit {
  readonly url: string;
  readonly at: number;
}

/** How a {@link FakeSite} is reached. */
export interface FakeSiteOptions {
  /** How long each answer takes. @defaultValue 0 */
  readonly latencyMs?: number | ((url: string) => number);
  /** What stands above the site. @defaultValue nothing */
  readonly layer?: Layer<HttpRequest, HttpResponse>;
}

/** A web of pages in memory, asked through a stack, in virtual time. */
export interface FakeSite {
  readonly clock: VirtualClock;
  readonly stack: Stack<HttpRequest, HttpResponse>;
  readonly visits: Visit[];
  /** Requests under way now, and the most there have been at once, of all hosts and of one. */
  readonly inFlight: { now: number; most: number; mostOfOneHost: number };
  /** Calls that ended in a `NotNowError`. */
  refusals(): number;
  /** The URLs asked for, in order. */
  urls(): readonly string[];
}

/** Serves what `answer` says of a URL and how often it was asked for; 404 where it says nothing. */
export function fakeSite(
  answer: (url: string, visit: number, request: HttpRequest) => Answer | undefined,
  options: FakeSiteOptions = {},
): FakeSite {
  const { latencyMs = 0, layer: above = (inner) => inner } = options;
  const clock = new VirtualClock();
  const visits: Visit[] = [];
  const counts = new Map<string, number>();
  const hosts = new Map<string, number>();
  const inFlight = { now: 0, most: 0, mostOfOneHost: 0 };
  let refusals = 0;
  const count = (host: string, by: number): void => {
    const ofHost = (hosts.get(host) ?? 0) + by;
    hosts.set(host, ofHost);
    inFlight.now += by;
    inFlight.most = Math.max(inFlight.most, inFlight.now);
    inFlight.mostOfOneHost = Math.max(inFlight.mostOfOneHost, ofHost);
  };
  const countRefusals = layer<HttpRequest, HttpResponse>("countRefusals", (inner) => {
    return async (request, context) => {
      try {
        return await inner.call(request, context);
      } catch (error) {
        if (error instanceof NotNowError) refusals++;
        throw error;
      }
    };
  });
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(countRefusals)
    .layer(above)
    .service(
      async (request, context) => {
        const { url } = request;
        const { host } = new URL(url);
        const visit = (counts.get(url) ?? 0) + 1;
        visits.push({ url, at: clock.now() });
        counts.set(url, visit);
        count(host, 1);
        try {
          const ms = typeof latencyMs === "number" ? latencyMs : latencyMs(url);
          if (ms > 0) await context.sleep(ms);
          return await responseOf(url, answer(url, visit, request));
        } finally {
          count(host, -1);
        }
      },
      { clock, random: () => 0.5 },
    );
  return {
    clock,
    stack,
    visits,
    inFlight,
    refusals: () => refusals,
    urls: () => visits.map(({ url }) => url),
  };
}

/** A redirect. */
export function to(location: string, status = 302): Answer {
  return { status, headers: { location } };
}

function responseOf(url: string, answer: Answer | undefined): HttpResponse | Promise<HttpResponse> {
  if (answer === "silence") return new Promise(() => {});
  if (answer === undefined) return new HttpResponse({ url, status: 404 });
  if (answer instanceof Error) throw answer;
  if ("status" in answer) return new HttpResponse({ url, ...answer });
  const links = answer.map((link) => `<a href="${link}">${link}</a>`).join("\n");
  const body = `<title>${url}</title>${links}`;
  return new HttpResponse({ url, status: 200, headers: { "content-type": "text/html" }, body });
}
