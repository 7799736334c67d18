import { describe, expect, it } from "vitest";

import { InvalidRequestError } from "../../../src/http/errors.ts";
import type { HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import type { HttpStackOptions } from "../../../src/layers/http-stack/http-stack-options.ts";
import { httpStack, type HttpStack } from "../../../src/layers/http-stack/http-stack.ts";
import type { HttpLayer } from "../../../src/layers/http-stack/http-tiers.ts";
import { layer } from "../../../src/service/layer.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { serveHttp } from "../../support/server.ts";
import { server, site } from "../../support/small-web.ts";
import { untyped } from "../../support/untyped.ts";

const every = {
  headers: { accept: "text/html" },
  userAgent: "shop-bot/1",
  cache: new MemoryCache(),
} satisfies HttpStackOptions;

describe("httpStack", () => {
  it("stacks its tiers in the order in which they do right", () => {
    expect(httpStack(every).describe()).toEqual([
      "tracing(call)",
      "classifyStatus",
      "redirect",
      "robots",
      "headers",
      "userAgent",
      "cache",
      "retry",
      "perDomainRateLimit",
      "timeout",
      "tracing(attempt)",
    ]);
  });

  it("has no cache, headers or User-Agent of its own accord", () => {
    const names = httpStack().describe();
    expect(names).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/cache|headers|user/)]),
    );
    expect(names).toHaveLength(8);
  });

  it("is as short as it is told to be", () => {
    const none = { robots: false, redirect: false, cache: false, retry: false } as const;
    const stack = httpStack({ ...none, limiter: false, tracing: false, classify: false });
    expect(stack.describe()).toEqual(["timeout"]);
  });

  it("gives each service a state of its own", async () => {
    const stack = httpStack({ delayMs: 1000 });
    const clock = new VirtualClock();
    const seen: HttpRequest[] = [];
    const services = [1, 2].map(() => stack.service(server(seen), { clock }));
    await clock.run(Promise.all(services.map((service) => service.call({ url: `${site}/a` }))));
    expect(clock.now()).toBe(1000);
    expect(seen.filter(({ url }) => url === `${site}/robots.txt`)).toHaveLength(2);
  });

  it.each<[wrong: unknown, shown: string]>([
    ["http://me:hush@a.test/", '"http://REDACTED:REDACTED@a.test/"'],
    [new URL("http://a.test/"), '"http://a.test/"'],
    [undefined, "undefined"],
    [{}, "an object"],
  ])("says that it expects a request of who calls it with %s", async (wrong, shown) => {
    const called = httpStack().service(server([])).call(untyped(wrong));
    await expect(called).rejects.toThrow(
      `Expected a request, such as { url: "https://example.com/" }: got ${shown}`,
    );
  });

  describe("open at both ends", () => {
    it("takes layers at the top, at the bottom and anywhere between", () => {
      const stack = httpStack({ tracing: false })
        .outer(mark("top"))
        .layer(mark("bottom"))
        .before("retry", mark("middle"));
      expect(stack.describe()).toEqual([
        "top",
        "classifyStatus",
        "redirect",
        "robots",
        "middle",
        "retry",
        "perDomainRateLimit",
        "timeout",
        "bottom",
      ]);
      expect(stack.service(server([])).describe()).toEqual(stack.describe());
    });

    it("runs the layers that were added", async () => {
      const order: string[] = [];
      const tell = (name: string): HttpLayer => mark(name, () => order.push(name));
      const stack = httpStack({ robots: false })
        .outer(tell("outer"))
        .before("retry", tell("before"))
        .layer(tell("inner"));
      await call(stack, "/flaky");
      expect(order).toEqual(["outer", "before", "inner", "inner", "inner"]);
    });

    it("leaves tiers out by name", async () => {
      const stack = httpStack().without("robots").without("classifyStatus");
      expect(await call(stack, "/private")).toMatchObject({ status: 200 });
      expect(await call(stack, "/gone")).toMatchObject({ status: 410 });
    });

    it("is changed by none of that", () => {
      const stack = httpStack();
      const before = stack.describe();
      stack.outer(mark("x")).without("x");
      stack.layer(mark("y"));
      expect(stack.describe()).toEqual(before);
    });

    it("lists its tiers where there is none of that name", () => {
      const stack = httpStack({ tracing: false, robots: false });
      const message =
        'Expected one of the tiers classifyStatus, redirect, retry, perDomainRateLimit, timeout: got "robots"';
      expect(() => stack.without("robots")).toThrow(new RangeError(message));
      expect(() => stack.before("robots", mark("x"))).toThrow(new RangeError(message));
    });

    it.each([null, "x", []])("refuses the options %j of a service", (options) => {
      expect(() => httpStack().service(undefined, untyped(options))).toThrow(
        'Expected "options" to be an object',
      );
    });

    it("refuses what is no layer", () => {
      // @ts-expect-error -- what the types refuse, too
      expect(() => httpStack().outer({})).toThrow('Expected "layer" to be a function');
    });
  });

  describe("over its own leaf", () => {
    it("disposes the leaf with the stack", async () => {
      const service = httpStack().service();
      await service[Symbol.asyncDispose]();
      await expect(service.call({ url: site })).rejects.toMatchObject({ code: "closed" });
    });

    it("fetches from a server, as robots.txt and redirects lead it", async () => {
      const asked: unknown[] = [];
      await using server = await serveHttp((request, response) => {
        asked.push([request.url, request.headers["user-agent"]]);
        if (request.url === "/robots.txt") response.end("User-agent: *\nDisallow: /private");
        else if (request.url === "/a") response.writeHead(302, { location: "/b" }).end();
        else response.end("page");
      });
      await using http = httpStack({ userAgent: "shop-bot/1", delayMs: 0 }).service();
      const page = await http.call({ url: `${server.origin}/a` });
      expect(page).toMatchObject({ text: "page", redirects: [`${server.origin}/a`] });
      const refused = http.call({ url: `${server.origin}/private` });
      await expect(refused).rejects.toMatchObject({ code: "robots_disallowed" });
      const paths = ["/robots.txt", "/a", "/b"];
      expect(asked).toEqual(paths.map((path) => [path, "shop-bot/1"]));
    });

    it("hands over what only the leaf can heed", async () => {
      await using service = httpStack({ robots: false, resolve: {}, maxBytes: 1 }).service();
      await expect(service.call({ url: "no URL" })).rejects.toBeInstanceOf(InvalidRequestError);
    });

    it.each([
      { connections: 4 },
      { maxBytes: 1000 },
      { resolve: {} },
      { dns: {} },
      { http2: true },
      { tls: {} },
    ])("does not take %o with a leaf that would not hear of it", (option) => {
      expect(() => httpStack(option).service(server([]))).toThrow(TypeError);
    });
  });

  it.each([
    [{ retries: 3 }, 'tracing, classify: got "retries"'],
    [{ toString: 1 }, 'got "toString"'],
    [{ delayMs: 5, limiter: false }, 'Expected "delayMs" or "limiter"'],
    [{ delayMs: -1 }, 'Expected "delayMs"'],
    [{ timeoutMs: Number.NaN }, 'Expected "timeoutMs"'],
    [{ connections: 0 }, 'Expected "connections"'],
    [{ maxBytes: -1 }, 'Expected "maxBytes"'],
    [{ robots: { agent: "" } }, 'Expected "agent"'],
    [{ redirect: { limit: -1 } }, 'Expected "limit"'],
    [{ retry: { limit: -1 } }, 'Expected "limit"'],
    [{ userAgent: "" }, 'Expected "userAgent"'],
    [{ headers: { "a b": "1" } }, 'Expected "headers"'],
    [{ cache: {} }, 'Expected "store"'],
    [{ limiter: {} }, 'Expected "limiter'],
    [{ limiter: null }, 'Expected "limiter" to be an object: got null'],
    [{ delayMs: Infinity }, 'Expected "delayMs" to be finite: got Infinity'],
    [{ headers: 5 }, 'Expected "headers" to be pairs or a record: got 5'],
    [{ headers: null }, 'Expected "headers" to be pairs or a record: got null'],
    [{ cache: true }, 'Expected "cache" to be false, a store or options: got true'],
    [{ cache: null }, 'Expected "cache" to be false, a store or options: got null'],
    [{ cache: { ttlMs: 5 } }, 'Expected "store" to be an object: got undefined'],
    [{ cache: { ttl: 5 } }, 'Expected options of cache, store, mode, ttlMs, use: got "ttl"'],
    [{ tracing: 0 }, 'Expected "tracing" to be true, false or options: got 0'],
    [{ classify: null }, 'Expected "classify" to be true or false: got null'],
    [{ robots: null }, 'Expected "robots" to be true, false or options: got null'],
    [{ robots: { retries: 5 } }, 'Expected options of robots in httpStack, agent: got "retries"'],
    [{ redirect: 5 }, 'Expected "redirect" to be true, false or options: got 5'],
    [{ redirect: { max: 5 } }, "Expected options of redirect"],
    [{ retry: "x" }, 'Expected "retry" to be true, false or options: got "x"'],
    [{ retry: { limits: 5 } }, "Expected options of httpRetry"],
    [{ resolve: null }, 'Expected "resolve" to be an object: got null'],
    [{ resolve: true }, 'Expected "resolve" to be an object: got true'],
    [null, "Expected the options of httpStack"],
  ])("refuses the options %o at once", (options, message) => {
    expect(() => httpStack(untyped(options))).toThrow(message);
  });
});

/** A layer that does nothing but tell that it was called. */
function mark(name: string, tell: () => void = () => {}): HttpLayer {
  return layer(name, (inner) => (request, context) => {
    tell();
    return inner.call(request, context);
  });
}

function call(stack: HttpStack, path: string): Promise<HttpResponse> {
  const clock = new VirtualClock();
  return clock.run(stack.service(server([]), { clock }).call({ url: site + path }));
}
