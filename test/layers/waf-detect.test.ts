import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { type HttpRequest, HttpResponse, type HttpResponseInit } from "../../src/http/message.ts";
import { Forbidden, WafBlocked } from "../../src/http/status-error.ts";
import { MemoryCache } from "../../src/layers/cache/memory-cache.ts";
import type { HttpStackOptions } from "../../src/layers/http-stack/http-stack-options.ts";
import { httpStack } from "../../src/layers/http-stack/http-stack.ts";
import type { RateLimiter } from "../../src/layers/rate-limit/rate-limiter.ts";
import { wafDetect } from "../../src/layers/waf-detect.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { type Outcome, settle } from "../../src/service/outcome.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../support/events.ts";
import { untyped } from "../support/untyped.ts";

const request = { url: "https://shop.test/a" };
const headers = { "cf-mitigated": "challenge" };
const detection = { vendor: "cloudflare", signals: ["header cf-mitigated: challenge"] };

describe("wafDetect", () => {
  it("makes an error of a challenge of any status, which carries response and vendor", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(200, 202, 403, 405, 429, 503), async (status) => {
        const response = new HttpResponse({ url: request.url, status, headers });
        const outcome = await ask(succeed(response));
        expect(!outcome.ok && outcome.error).toBeInstanceOf(WafBlocked);
        const error = { code: "waf_blocked", status, request, response, ...detection };
        expect(outcome).toMatchObject({ ok: false, error });
      }),
    );
  });

  it("passes other responses as they are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: 599 }), fc.lorem(), async (status, body) => {
        const value = new HttpResponse({ url: request.url, status, body });
        expect(await ask(succeed(value))).toEqual({ ok: true, value });
      }),
    );
  });

  it("passes errors as they are, those of challenges too", async () => {
    const response = new HttpResponse({ url: request.url, status: 403, headers });
    const error = new Forbidden(request, response);
    expect(await ask(fail(error))).toEqual({ ok: false, error });
  });

  it("tells of a block", async () => {
    const response = new HttpResponse({ url: request.url, status: 200, headers });
    const events = await eventsDuring(() => ask(succeed(response)));
    expect(events.find(({ event }) => event === "blocked")).toMatchObject({
      layer: "wafDetect",
      detail: detection,
    });
  });
});

describe("httpStack with wafDetect", () => {
  it("rejects a challenge that would have been a page, or a Forbidden", async () => {
    for (const status of [200, 403]) {
      const { outcome } = await get({ status, headers });
      expect(outcome).toMatchObject({ ok: false, error: { code: "waf_blocked", status } });
    }
  });

  it("is off by default", async () => {
    expect((await get({ status: 200, headers }, { wafDetect: false })).outcome.ok).toBe(true);
    expect(httpStack().describe()).not.toContain("wafDetect");
  });

  it("leaves a plain 403 a Forbidden", async () => {
    const { outcome } = await get({ status: 403 });
    expect(!outcome.ok && outcome.error).toBeInstanceOf(Forbidden);
  });

  it("rejects a challenge also where statuses are no errors", async () => {
    const { outcome } = await get({ status: 403, headers }, { classify: false });
    expect(outcome).toMatchObject({ ok: false, error: { code: "waf_blocked" } });
    expect((await get({ status: 403 }, { classify: false })).outcome.ok).toBe(true);
  });

  it("does not ask again after a challenge, whatever its status", async () => {
    for (const status of [429, 503]) {
      expect((await get({ status, headers })).calls).toBe(1);
      expect((await get({ status })).calls).toBe(3);
    }
  });

  it("keeps no challenge in the cache", async () => {
    const cache = new MemoryCache();
    await get({ status: 200, headers }, { cache });
    const { outcome, calls } = await get({ status: 200, body: "page" }, { cache });
    expect(outcome).toMatchObject({ ok: true, value: { text: "page", fromCache: false } });
    expect(calls).toBe(1);
  });

  it("lets the limiter see the status of a challenge", async () => {
    const statuses: unknown[] = [];
    const limiter: RateLimiter = {
      acquire: async () => {},
      recordResponse: (_, { status }) => void statuses.push(status),
      setCrawlDelay: () => {},
    };
    await get({ status: 429, headers }, { limiter });
    expect(statuses).toEqual([429]);
  });

  it("checks what a redirect leads to", async () => {
    const moved = new HttpResponse({ ...request, status: 302, headers: { location: "/b" } });
    const wall = new HttpResponse({ url: "https://shop.test/b", status: 200, headers });
    const leaf = script<HttpRequest, HttpResponse>([succeed(moved), succeed(wall)]);
    const stack = httpStack({ wafDetect: true, robots: false, limiter: false }).service(leaf);
    await expect(stack.call(request)).rejects.toMatchObject({
      code: "waf_blocked",
      response: wall,
    });
  });

  it("refuses what is no switch", () => {
    expect(() => httpStack({ wafDetect: untyped("yes") })).toThrow('Expected "wafDetect" to be');
  });

  it("makes challenges of a crawl failures with a code of their own, asked for once", async () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    const options = { wafDetect: true, redirect: false, retry: false, robots: false } as const;
    const service = httpStack(options).service(
      async ({ url }) => {
        seen.push(url);
        if (url.endsWith("/b")) return new HttpResponse({ url, status: 503, headers });
        return new HttpResponse({ url, status: 200, body: '<a href="/b">b</a>' });
      },
      { clock },
    );
    const run = crawl({ service, start: request.url, parse: (page) => page.follow("a[href]") });
    const stats = await clock.run(run.done());
    expect(stats).toMatchObject({
      pages: 1,
      errors: { waf_blocked: 1 },
      notFetched: { failed: 1 },
      statuses: { 200: 1, 503: 1 },
    });
    expect(seen).toEqual(["https://shop.test/a", "https://shop.test/b"]);
  });
});

function ask(outcome: Outcome<HttpResponse>): Promise<Outcome<HttpResponse>> {
  const leaf = script<HttpRequest, HttpResponse>([outcome]);
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>().layer(wafDetect()).service(leaf);
  return settle(stack.call(request));
}

/** How a call ends where the leaf always answers the same, and how often that is called. */
async function get(
  answer: Omit<HttpResponseInit, "url">,
  options: HttpStackOptions = {},
): Promise<{ readonly outcome: Outcome<HttpResponse>; readonly calls: number }> {
  const clock = new VirtualClock();
  let calls = 0;
  const stack = httpStack({ robots: false, wafDetect: true, ...options }).service(
    async ({ url }) => {
      calls++;
      return new HttpResponse({ url, ...answer });
    },
    { clock },
  );
  const outcome = await clock.run(settle(stack.call(request)));
  return { outcome, calls };
}
