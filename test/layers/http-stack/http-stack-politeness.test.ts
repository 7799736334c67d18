import { describe, expect, it } from "vitest";

import {
  type HttpRequest,
  HttpResponse,
  type HttpResponseInit,
} from "../../../src/http/message.ts";
import type { HttpStackOptions } from "../../../src/layers/http-stack/http-stack-options.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import type { Handler } from "../../../src/service/service.ts";
import { script } from "../../../src/testing/script.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { serveHttp } from "../../support/server.ts";
import { untyped } from "../../support/untyped.ts";

const DATE = Date.UTC(2026, 10, 30, 12);
const plain = { robots: false, retry: false, classify: false } as const;
const atOnce = { startWithinMs: 0 };

describe("httpStack, over a server that is asked too often", () => {
  describe.each([429, 503])("which says so by a %d", (status) => {
    it.each([
      ["no Retry-After", undefined, 400],
      ["Retry-After in seconds", "7", 7000],
      ["Retry-After as a date", "Mon, 30 Nov 2026 12:00:07 GMT", 7000],
      ["Retry-After as a date in asctime form", "Mon Nov 30 12:00:07 2026", 7000],
      ["a date that is past", "Mon, 30 Nov 2026 11:00:00 GMT", 400],
      ["a Retry-After that is none", "soon", 400],
      ["more than a timer can hold", "99999999999", 60_000],
    ])("lets its host rest after %s, and no other", async (_, retryAfter, restMs) => {
      await using server = await serveHttp((request, response) => {
        const isTired = request.headers.host?.startsWith("tired.test");
        response.statusCode = isTired ? status : 200;
        if (isTired && retryAfter !== undefined) response.setHeader("retry-after", retryAfter);
        response.end();
      });
      const clock = new VirtualClock({ wallMs: DATE });
      const resolve = { [`*:${server.port}`]: "127.0.0.1" };
      await using stack = httpStack({ ...plain, resolve }).service(undefined, { clock });
      const urls = ["tired", "fresh"].map((name) => `http://${name}.test:${server.port}/`);
      for (const url of urls) await stack.call({ url });
      const [tired, fresh] = await Promise.all(
        urls.map((url) => settle(stack.call({ url }, atOnce))),
      );
      expect(tired).toMatchObject({ error: { code: "rate_limited", retryAt: restMs } });
      expect(fresh).toMatchObject({ error: { code: "rate_limited", retryAt: 200 } });
      clock.advance(restMs - 1);
      const early = stack.call({ url: urls[0] ?? "" }, atOnce);
      await expect(early).rejects.toMatchObject({ retryAt: restMs });
      clock.advance(1);
      expect(await stack.call({ url: urls[0] ?? "" }, atOnce)).toMatchObject({ status });
    });
  });

  it("repeats not before Retry-After has gone by, and asks for no other page of the host meanwhile", async () => {
    const { asked, get } = over(({ n }) =>
      n === 0 ? { status: 503, headers: { "retry-after": "9" } } : {},
    );
    await Promise.all([get("http://a.test/1"), get("http://a.test/2"), get("http://b.test/")]);
    expect(asked.toSorted()).toEqual([
      "http://a.test/1 at 0",
      "http://a.test/1 at 9400",
      "http://a.test/2 at 9000",
      "http://b.test/ at 0",
    ]);
  });

  it("waits longer each time without Retry-After, whatever its backoff", async () => {
    const { asked, get } = over(() => ({ status: 429 }), { retry: { limit: 4, backoff: () => 0 } });
    await get("http://a.test/");
    expect(asked.map((line) => Number(line.split(" at ")[1]))).toEqual([0, 400, 1200, 2800, 6000]);
  });
});

describe("httpStack({ limitBy })", () => {
  const urls = ["http://a.example.com/", "http://b.example.com/", "http://c.test/"];

  it.each([
    ["host", [0, 0, 0]],
    ["domain", [0, 0, 200]],
    ["address", [0, 200, 400]],
  ] as const)("paces by %s", async (limitBy, expected) => {
    const { starts, get } = over(() => ({}), { robots: false, limitBy });
    await Promise.all(urls.map(get));
    expect(starts()).toEqual(expected);
  });

  it.each([
    ["host", [0, 0]],
    ["domain", [0, 1000]],
  ] as const)("holds the rate of limits.perDomain by %s", async (limitBy, expected) => {
    const perDomain = { limit: 1, intervalMs: 1000 };
    const { starts, get } = over(() => ({}), { robots: false, limitBy, limits: { perDomain } });
    await Promise.all(urls.slice(0, 2).map(get));
    expect(starts()).toEqual(expected);
  });

  it.each([
    ["host", [0, 0]],
    ["domain", [0, 5000]],
    ["address", [0, 5000]],
  ] as const)("keeps the crawl-delay of a robots.txt by %s", async (limitBy, expected) => {
    const body = "User-agent: *\nCrawl-delay: 5";
    const { starts, get, clock } = over(
      ({ url }) => (url === "http://a.example.com/robots.txt" ? { body } : {}),
      { robots: true, limitBy, delayMs: 0 },
    );
    for (const url of urls.slice(0, 2)) await get(url);
    clock.advance(60_000);
    const now = clock.now();
    await Promise.all(urls.slice(0, 2).map(get));
    expect(starts().slice(-2)).toEqual(expected.map((ms) => now + ms));
  });

  it("refuses pages whose robots.txt leads to a host whose circuit is open, until it has closed", async () => {
    const far = "http://far.test/robots.txt";
    let isDown = true;
    const { asked, get, clock } = over(
      ({ url }) => {
        if (url === "http://near.test/robots.txt")
          return { status: 301, headers: { location: far } };
        if (url === far) return { body: "User-agent: *\nDisallow: /private" };
        return { status: isDown ? 500 : 200 };
      },
      { ...plain, robots: true, delayMs: 0, circuitBreaker: { cooldownMs: 1000 } },
    );
    for (let n = 0; n < 20; n++) await get("http://far.test/");
    const early = await get("http://near.test/private");
    expect(early).toMatchObject({ ok: false, error: { code: "circuit_open" } });
    clock.advance(60_000);
    isDown = false;
    expect(await get("http://near.test/private")).toMatchObject({
      error: { code: "robots_disallowed" },
    });
    expect(await get("http://near.test/open")).toMatchObject({ value: { status: 200 } });
    expect(asked.filter((line) => line.includes("/private"))).toEqual([]);
  });

  it("works with a limiter of one's own", async () => {
    const limiter = new PerDomainThrottle({ minDelayMs: 700 });
    const { starts, get } = over(() => ({}), { robots: false, limitBy: "domain", limiter });
    await Promise.all(urls.map(get));
    expect(starts()).toEqual([0, 0, 700]);
  });

  it("goes by the addresses that its own leaf connects to", async () => {
    await using server = await serveHttp((_, response) => response.end());
    const clock = new VirtualClock();
    const resolve = { [`*:${server.port}`]: "127.0.0.1" };
    const options = { ...plain, resolve, limitBy: "address" } as const;
    await using stack = httpStack(options).service(undefined, { clock });
    await stack.call({ url: `http://a.test:${server.port}/` });
    const url = `http://b.test:${server.port}/`;
    const pending: unknown = await stack.call({ url }, atOnce).catch((error: unknown) => error);
    if (!(pending instanceof NotNowError)) throw new Error("It was not refused");
    expect(pending.code).toBe("address_pending");
    await pending.ready;
    await expect(stack.call({ url }, atOnce)).rejects.toMatchObject({
      key: "127.0.0.1",
      retryAt: 200,
    });
  });

  it.each([
    [{ limitBy: "ip" }, 'Expected "limitBy" to be "host", "domain" or "address": got "ip"'],
    [{ limitBy: null }, 'Expected "limitBy" to be "host", "domain" or "address": got null'],
    [{ limitBy: "domain", limiter: false }, 'Expected a limiter for "limitBy"'],
    [
      { limitBy: "address", limits: { perDomain: { limit: 1, intervalMs: 1 } } },
      'Expected "limitBy" to be "host" or "domain" with "limits.perDomain": got "address"',
    ],
    [{ autoThrottle: true, limiter: false }, 'Expected "autoThrottle" or "limiter"'],
    [{ autoThrottle: { targetConcurrency: 0 } }, 'Expected "autoThrottle.targetConcurrency"'],
  ])("refuses the options %o", (options, message) => {
    expect(() => httpStack(untyped(options))).toThrow(message);
  });

  it("does not take a leaf that knows no addresses", () => {
    const stack = httpStack({ limitBy: "address" });
    expect(() => stack.service(script([]))).toThrow('Expected a leaf with "addressesOf"');
  });
});

describe("httpStack({ autoThrottle })", () => {
  it.each([
    [false, [0, 200, 400]],
    [true, [0, 3000, 5000]],
    [{ startDelayMs: 1000, targetConcurrency: 2 }, [0, 1000, 1750]],
  ])("follows latency with %j", async (autoThrottle, expected) => {
    const { starts, get } = over(() => ({}), { robots: false, autoThrottle }, 1000);
    await Promise.all([1, 2, 3].map((n) => get(`http://a.test/${n}`)));
    expect(starts()).toEqual(expected);
  });
});

interface Asked {
  readonly url: string;
  readonly n: number;
}

/** A stack over servers in memory, all at one address, and when each was asked for what. */
function over(
  answer: (asked: Asked) => Omit<Partial<HttpResponseInit>, "url">,
  options: HttpStackOptions = {},
  latencyMs = 0,
) {
  const clock = new VirtualClock();
  const asked: string[] = [];
  const call: Handler<HttpRequest, HttpResponse> = async ({ url }, context) => {
    const n = asked.length;
    asked.push(`${url} at ${clock.now()}`);
    if (latencyMs > 0) await context.sleep(latencyMs);
    return new HttpResponse({ url, status: 200, ...answer({ url, n }) });
  };
  const leaf = { call, addressesOf: async () => ["192.0.2.1"] };
  const stack = httpStack({ robots: false, ...options }).service(leaf, { clock, random: () => 0 });
  return {
    clock,
    asked,
    starts: () => asked.map((line) => Number(line.split(" at ")[1])),
    get: (url: string) => clock.run(settle(stack.call({ url }))),
  };
}
