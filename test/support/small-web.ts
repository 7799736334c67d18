import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import type { HttpStackOptions } from "../../src/layers/http-stack/http-stack-options.ts";
import { httpStack } from "../../src/layers/http-stack/http-stack.ts";
import type { Handler } from "../../src/service/service.ts";
import type { Stack } from "../../src/service/stack.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

/** Where {@link server} is at home. It answers for other hosts too. */
export const site = "https://shop.test";

/** A small web, which remembers what it was asked. */
export function server(seen: HttpRequest[]): Handler<HttpRequest, HttpResponse> {
  return async (request, context) => {
    const { host, pathname } = new URL(request.url);
    const before = seen.filter(({ url }) => url === request.url).length;
    seen.push(request);
    if (pathname === "/slow") await context.sleep(100);
    const answer = host === "down.test" ? { status: 500 } : pageOf(host, pathname, before);
    return new HttpResponse({ url: request.url, status: 200, ...answer });
  };
}

function pageOf(host: string, path: string, before: number): object {
  const pages: Readonly<Record<string, object>> = {
    "/robots.txt": {
      body: [
        "User-agent: *\nDisallow: /private",
        host === "slow.test" ? "Crawl-delay: 3" : "",
        "User-agent: shop-bot\nDisallow: /bots",
      ].join("\n"),
    },
    "/gone": { status: 410 },
    "/moved": { status: 302, headers: { location: "/a" } },
    "/away": { status: 302, headers: { location: "https://cdn.test/a" } },
    "/flaky": { status: before < 2 ? 503 : 200 },
  };
  return pages[path] ?? { body: "page" };
}

/** A stack over {@link server}, in virtual time. */
export interface Served {
  readonly clock: VirtualClock;
  readonly seen: readonly HttpRequest[];
  readonly service: Stack<HttpRequest, HttpResponse>;
  readonly run: (path: string, origin?: string) => Promise<HttpResponse>;
}

export function served(options: HttpStackOptions): Served {
  const clock = new VirtualClock({ wallMs: 1_700_000_000_000 });
  const seen: HttpRequest[] = [];
  const service = httpStack(options).service(server(seen), { clock });
  const run = (path: string, origin = site): Promise<HttpResponse> =>
    clock.run(service.call({ url: origin + path }));
  return { clock, seen, service, run };
}
