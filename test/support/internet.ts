import { type HttpRequest, HttpResponse, type HttpResponseInit } from "../../src/http/message.ts";
import { robots, type RobotsOptions } from "../../src/layers/robots/robots.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import type { CallOptions, Stack } from "../../src/service/stack.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

/** A response, or a failure. */
export type Answer = Partial<HttpResponseInit> | Error;
/** What to answer by URL. */
export type Sites = Readonly<
  Record<string, Answer | ((asked: number, request: HttpRequest) => Answer)>
>;

/** Many servers, asked through {@link robots} in virtual time. */
export interface Internet {
  readonly clock: VirtualClock;
  readonly stack: Stack<HttpRequest, HttpResponse>;
  /** URLs in the order they were asked for, and those of them that were given up. */
  readonly asked: string[];
  readonly aborted: string[];
  start(url: string, options?: CallOptions): Promise<HttpResponse>;
  get(url: string, options?: CallOptions): Promise<HttpResponse>;
  call(request: HttpRequest): Promise<HttpResponse>;
}

/** Servers that answer as they are told, all else but a robots.txt being there, through the layer. */
export function internet(sites: Sites, options: RobotsOptions = {}, latencyMs = 0): Internet {
  const clock = new VirtualClock();
  const asked: string[] = [];
  const aborted: string[] = [];
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(robots(options))
    .service(
      async (request, context) => {
        const { url } = request;
        const before = asked.filter((it) => it === url).length;
        asked.push(url);
        context.onAbort(() => aborted.push(url));
        if (latencyMs > 0) await context.sleep(latencyMs);
        const site = sites[url] ?? { status: url.endsWith("/robots.txt") ? 404 : 200 };
        const answer = typeof site === "function" ? site(before, request) : site;
        if (answer instanceof Error) throw answer;
        return new HttpResponse({ url, status: 200, ...answer });
      },
      { clock, random: () => 0.5, drainMs: 0 },
    );
  const start: Internet["start"] = (url, options) => stack.call({ url }, options);
  return {
    clock,
    stack,
    asked,
    aborted,
    start,
    get: (url, options) => clock.run(start(url, options)),
    call: (request) => clock.run(stack.call(request)),
  };
}

/** A file with one rule for everybody. */
export function rules(line = ""): Answer {
  return { body: `User-agent: *\n${line}\n` };
}

/** That many redirects, each to another host. */
export function redirects(from: string, count: number): Readonly<Record<string, Answer>> {
  const hop = (n: number): string => (n === 0 ? from : `https://hop${n}.test/robots.txt`);
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      hop(n),
      { status: 301, headers: { location: hop(n + 1) } },
    ]),
  );
}
