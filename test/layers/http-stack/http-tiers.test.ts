import { propagation, trace } from "@opentelemetry/api";
import { core } from "@opentelemetry/sdk-node";
import { describe, expect, it } from "vitest";

import { HttpHeaders } from "../../../src/http/headers.ts";
import type { HttpResponse } from "../../../src/http/message.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import type { HttpStackOptions } from "../../../src/layers/http-stack/http-stack-options.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import type { RateLimiter } from "../../../src/layers/rate-limit/rate-limiter.ts";
import { settle } from "../../../src/service/outcome.ts";
import { eventsDuring } from "../../support/events.ts";
import { served, site } from "../../support/small-web.ts";
import { Telemetry } from "../../support/telemetry.ts";
import { untyped } from "../../support/untyped.ts";

describe("tiersOf, with and without the tier", () => {
  it("classify: a status from 400 up rejects, or is a response", async () => {
    await expect(get("/gone", {})).rejects.toMatchObject({ code: "gone" });
    expect(await get("/gone", { classify: false })).toMatchObject({ status: 410 });
  });

  it("redirect: a redirect is followed, or is the response", async () => {
    expect(await get("/moved", {})).toMatchObject({
      url: `${site}/a`,
      redirects: [`${site}/moved`],
    });
    expect(await get("/moved", { redirect: false })).toMatchObject({ status: 302 });
    await expect(get("/moved", { redirect: { limit: 0 } })).rejects.toMatchObject({
      code: "too_many_redirects",
    });
  });

  it("robots: what is disallowed is refused, or fetched", async () => {
    await expect(get("/private", {})).rejects.toMatchObject({ code: "robots_disallowed" });
    expect(await get("/private", { robots: false })).toMatchObject({ status: 200 });
  });

  it("robots: the agent is what it is told, or what the requests call themselves", async () => {
    const option = { userAgent: "shop-bot/1.0" };
    await expect(get("/bots", option)).rejects.toMatchObject({ code: "robots_disallowed" });
    expect(await get("/bots", { ...option, robots: { agent: "x" } })).toMatchObject({
      status: 200,
    });
    expect(await get("/bots", { userAgent: ["shop-bot/1", "b/1"] })).toMatchObject({
      status: 200,
    });
  });

  it("headers and userAgent: requests bear them, and so does that for robots.txt", async () => {
    const { seen, run } = served({ headers: { accept: "a/b" }, userAgent: "shop-bot/1" });
    await run("/a");
    const sent = [
      ["accept", "a/b"],
      ["user-agent", "shop-bot/1"],
    ];
    expect(seen.map(({ headers }) => Array.from(HttpHeaders.from(headers)))).toEqual([sent, sent]);
    const bare = served({});
    await bare.run("/a");
    expect(bare.seen.map(({ headers }) => headers)).toEqual([undefined, undefined]);
  });

  it("cache: what was asked before is not asked again, nor waits for the limiter", async () => {
    const { seen, run, clock } = served({ cache: new MemoryCache(), delayMs: 1000 });
    await run("/a");
    const at = clock.now();
    expect(await run("/a")).toMatchObject({ fromCache: true });
    expect(clock.now()).toBe(at);
    expect(seen).toHaveLength(2);
    const without = served({});
    await without.run("/a");
    await without.run("/a");
    expect(without.seen).toHaveLength(3);
  });

  it("cache: a store is one whatever else it has", () => {
    const wrapped = Object.assign(new MemoryCache(), { store: "the one inside" });
    expect(httpStack({ cache: wrapped }).describe()).toContain("cache");
  });

  it("cache: it may be told more than its store", async () => {
    const { run, clock } = served({ cache: { store: new MemoryCache(), ttlMs: 5000 } });
    await run("/a");
    clock.advance(5000);
    expect(await run("/a")).toMatchObject({ fromCache: false });
  });

  it("cache: in the mode http the headers of a response decide", async () => {
    const { run } = served({ cache: { store: new MemoryCache(), mode: "http" } });
    await run("/a");
    expect(await run("/a")).toMatchObject({ fromCache: false });
  });

  it("cache: one that asks nobody has no robots above it, and answers from what others have kept", async () => {
    const store = new MemoryCache();
    await served({ cache: store }).run("/a");
    const { seen, run } = served({ cache: { store, use: "offline" } });
    expect(await run("/a")).toMatchObject({ fromCache: true });
    await expect(run("/b")).rejects.toMatchObject({ code: "not_cached" });
    expect(seen).toEqual([]);
    expect(httpStack({ cache: { store, use: "offline" } }).describe()).not.toContain("robots");
    expect(httpStack({ cache: { store, use: "reload" } }).describe()).toContain("robots");
  });

  it("cache: a request that only a cache may answer asks for no robots.txt either", async () => {
    const { seen, service } = served({ cache: new MemoryCache() });
    const url = `${site}/a`;
    await expect(service.call({ url, cache: "offline" })).rejects.toMatchObject({
      code: "not_cached",
    });
    await expect(service.call({ url, cache: "only-if-cached" })).rejects.toMatchObject({
      status: 504,
    });
    expect(seen).toEqual([]);
  });

  it("retry: a failure is mended, or is the response", async () => {
    expect(await get("/flaky", {})).toMatchObject({ status: 200 });
    await expect(get("/flaky", { retry: false })).rejects.toMatchObject({ status: 503 });
    await expect(get("/flaky", { retry: { limit: 1 } })).rejects.toMatchObject({ status: 503 });
  });

  it("retry: a robots.txt that fails is asked for three times with it and without it", async () => {
    for (const retry of [true, false]) {
      const { seen, run } = served({ retry, delayMs: 0 });
      await settle(run("/a", "https://down.test"));
      expect(seen).toHaveLength(3);
    }
  });

  it("limiter: requests to a domain wait for each other, or do not", async () => {
    expect(await timeOf({ delayMs: 1000 })).toBe(2000);
    expect(await timeOf({})).toBe(400);
    expect(await timeOf({ limiter: false })).toBe(0);
    expect(await timeOf({ limiter: free })).toBe(0);
  });

  it("limiter: the crawl-delay of robots.txt sets it", async () => {
    expect(await timeOf({}, "https://slow.test")).toBe(6000);
    expect(await timeOf({ robots: false }, "https://slow.test")).toBe(200);
  });

  it("limiter: each attempt and each hop waits for it once", async () => {
    const domains: string[] = [];
    const acquire = async (domain: string): Promise<void> => void domains.push(domain);
    const { run } = served({ limiter: { ...free, acquire } });
    await run("/flaky");
    expect(domains).toHaveLength(4); // robots.txt and three attempts
    await run("/away");
    expect(domains.slice(4)).toEqual(["shop.test", "cdn.test", "cdn.test"]);
  });

  it("timeoutMs: an attempt that takes longer ends", async () => {
    const option = { timeoutMs: 50, retry: false, robots: false } as const;
    await expect(get("/slow", option)).rejects.toMatchObject({ code: "timeout" });
    expect(await get("/slow", { ...option, timeoutMs: 200 })).toMatchObject({ status: 200 });
  });

  it("tracing: page and robots.txt are told to the SDK, a refused page is not", async () => {
    const telemetry = new Telemetry();
    trace.setGlobalTracerProvider(telemetry.tracerProvider);
    await settle(get("/private", {}));
    await get("/flaky", {});
    await get("/a", { tracing: false });
    trace.disable();
    const told = telemetry.spans.map(({ name, attributes, parentSpanContext }) => [
      name,
      String(attributes["url.full"]).replace(site, ""),
      parentSpanContext !== undefined,
    ]);
    expect(told).toEqual([
      ["GET", "/robots.txt", false],
      ["GET", "/robots.txt", false],
      ["GET", "/flaky", true],
      ["GET", "/flaky", true],
      ["GET", "/flaky", true],
      ["fetch", "/flaky", false],
    ]);
  });

  it("tracing: tells whom it is to tell, and hides and carries on what it is to", async () => {
    propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
    const telemetry = new Telemetry();
    const { tracerProvider, meterProvider } = telemetry;
    const options = { secretParams: ["pin"], propagate: true };
    const tracing = { ...options, tracerProvider, meterProvider };
    const { seen, run } = served({ robots: false, tracing });
    await run("/a?pin=1234");
    propagation.disable();
    expect(telemetry.spans.map(({ attributes }) => attributes["url.full"])).toEqual([
      `${site}/a?pin=REDACTED`,
      `${site}/a?pin=REDACTED`,
    ]);
    expect(HttpHeaders.from(seen[0]?.headers).has("traceparent")).toBe(true);
    expect(() => httpStack(untyped({ tracing: { span: "call" } }))).toThrow("tracing in httpStack");
  });

  it("tracing: a call tells its completion, or does not", async () => {
    expect([await completions(true), await completions(false)]).toEqual([1, 0]);
  });

  it("withholds from another origin what a redirect must not tell it", async () => {
    const { seen, run } = served({ headers: { authorization: "Bearer s" } });
    await run("/away");
    const told = seen.map(({ url, headers }) => [
      new URL(url).host,
      HttpHeaders.from(headers).has("authorization"),
    ]);
    expect(told).toEqual([
      ["shop.test", true],
      ["shop.test", true],
      ["cdn.test", false],
      ["cdn.test", false],
    ]);
  });
});

const free: RateLimiter = {
  acquire: async () => {},
  recordResponse: () => {},
  setCrawlDelay: () => {},
};

function get(path: string, options: HttpStackOptions): Promise<HttpResponse> {
  return served(options).run(path);
}

async function completions(tracing: boolean): Promise<number> {
  const events = await eventsDuring(() => get("/a", { tracing }));
  return events.filter(({ event }) => event === "completed").length;
}

/** How long two pages of one host take. */
async function timeOf(options: HttpStackOptions, origin = site): Promise<number> {
  const { clock, service } = served(options);
  const calls = ["/a", "/b"].map((path) => service.call({ url: origin + path }));
  await clock.run(Promise.all(calls));
  return clock.now();
}
