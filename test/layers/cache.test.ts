import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { HeadersInit } from "../../src/http/headers.ts";
import { type HttpRequest, HttpResponse, type HttpResponseInit } from "../../src/http/message.ts";
import type { CacheStore } from "../../src/layers/cache-store.ts";
import { cache, type CacheOptions } from "../../src/layers/cache.ts";
import { MemoryCache } from "../../src/layers/memory-cache.ts";
import { NoopCache } from "../../src/layers/noop-cache.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { NotNowError } from "../../src/service/errors.ts";
import { settle } from "../../src/service/outcome.ts";
import type { Handler } from "../../src/service/service.ts";
import type { Stack } from "../../src/service/stack.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../support/events.ts";

const url = "https://example.com/page";
const HOUR = 60 * 60 * 1000;

describe("cache", () => {
  it("answers from the store what was asked before", async () => {
    const headers = [
      ["set-cookie", "a=1"],
      ["Set-Cookie", "b=2"],
      ["x-robots-tag", "none"],
    ] as const;
    const site = serve({ headers, body: Uint8Array.of(0xff, 0, 0xfe) });
    const first = await site.get();
    const second = await site.get();
    expect(site.sent).toHaveLength(1);
    expect(first.fromCache).toBe(false);
    expect(second.fromCache).toBe(true);
    expect([...second.headers]).toEqual(headers);
    expect([second.url, second.status, second.body]).toEqual([first.url, 200, first.body]);
  });

  it("passes a response that it stores by identity", async () => {
    const response = new HttpResponse({ url, status: 200 });
    const stack = stackOf({ store: new MemoryCache() }, async () => response);
    expect(await stack.call({ url })).toBe(response);
  });

  it("serves for ttlMs, one hour by default", async () => {
    for (const options of [{}, { ttlMs: HOUR }]) {
      const site = serve({}, options);
      await site.get();
      site.clock.advance(HOUR - 1);
      expect((await site.get()).fromCache).toBe(true);
      site.clock.advance(1);
      expect((await site.get()).fromCache).toBe(false);
      expect((await site.get()).fromCache).toBe(true);
    }
  });

  it("serves by the shorter of two ttls where runs differ", async () => {
    const store = new MemoryCache();
    const clock = new VirtualClock();
    await serve({}, { store, ttlMs: 100 }, clock).get();
    clock.advance(50);
    expect((await serve({}, { store, ttlMs: 50 }, clock).get()).fromCache).toBe(false);
    clock.advance(10);
    expect((await serve({}, { store, ttlMs: 1000 }, clock).get()).fromCache).toBe(true);
  });

  it("serves nothing that was stored in the future, as a clock put back makes it seem", async () => {
    const store = new MemoryCache();
    await serve({}, { store }, new VirtualClock({ wallMs: 1000 })).get();
    const site = serve({}, { store }, new VirtualClock({ wallMs: 999 }));
    expect((await site.get()).fromCache).toBe(false);
  });

  it.each([
    ["an error status", { status: 503 }],
    ["a redirect", { status: 301 }],
    ["a part", { status: 206 }],
    ["a beginning", { truncated: true }],
    ["what varies by everything", { headers: { Vary: "accept, *" } }],
  ])("does not keep %s", async (_, response) => {
    expect(await hitsAgain({ response })).toBe(false);
  });

  it.each([
    ["an empty page", { status: 204 }],
    ["what its server would not have kept", { headers: { "Cache-Control": "no-store" } }],
  ])("keeps %s", async (_, response) => {
    expect(await hitsAgain({ response })).toBe(true);
  });

  it.each<[string, Partial<HttpRequest>]>([
    ["a POST", { method: "POST" }],
    ["a GET with a body", { body: "q" }],
    ["a range", { headers: { Range: "bytes=0-1" } }],
    ["a condition", { headers: { "If-None-Match": '"a"' } }],
    ["no-store", { headers: { "Cache-Control": "max-age=5, No-Store" } }],
    ["credentials in its URL", { url: "https://user:word@example.com/" }],
  ])("neither answers nor keeps a request with %s", async (_, request) => {
    const site = serve();
    await site.get();
    expect((await site.get(request)).fromCache).toBe(false);
    expect((await site.get(request)).fromCache).toBe(false);
  });

  it.each(["no-cache", "max-age=0", "foo, max-age=00"])(
    "asks anew for %j, and keeps that",
    async (control) => {
      const site = serve();
      await site.get();
      expect((await site.get({ headers: { "cache-control": control } })).fromCache).toBe(false);
      expect((await site.get()).text).toBe("page 2");
    },
  );

  it("tells URLs apart, but not their fragments", async () => {
    const site = serve();
    await site.get({ url: `${url}#a` });
    expect((await site.get({ url: `${url}#b` })).fromCache).toBe(true);
    expect((await site.get({ url: `${url}?` })).fromCache).toBe(false);
  });

  it("never serves the empty answer to a HEAD for a GET", async () => {
    const site = serve();
    await site.get({ method: "HEAD" });
    expect((await site.get({ method: "head" })).fromCache).toBe(true);
    expect((await site.get()).fromCache).toBe(false);
  });

  it("removes what a change puts out of date, if that succeeds", async () => {
    for (const [status, hit] of [
      [204, false],
      [500, true],
    ] as const) {
      const store = new MemoryCache();
      const site = serve({}, { store });
      await site.get();
      await stackOf({ store }, async () => new HttpResponse({ url, status })).call({
        url,
        method: "PUT",
      });
      expect((await site.get()).fromCache).toBe(hit);
    }
  });

  it("serves a response only to requests with the headers that it varies by", async () => {
    const language = fc.constantFrom("de", "fr", undefined);
    const asked = fc.array(fc.tuple(language, fc.constantFrom("x", "y")));
    await fc.assert(
      fc.asyncProperty(asked, async (asked) => {
        const site = serve({ headers: { vary: "Accept-Language" } });
        const pages = new Map<string | undefined, string>();
        for (const [language, other] of asked) {
          const headers = { other, ...(language && { "accept-language": language }) };
          const { fromCache, text } = await site.get({ headers });
          expect(fromCache).toBe(pages.has(language));
          expect(text).toBe(pages.get(language) ?? text);
          pages.set(language, text);
        }
      }),
    );
  });

  it("never serves one user what another was answered, nor tells a store who they are", async () => {
    for (const name of ["Authorization", "cookie"]) {
      const store = new MemoryCache();
      const site = serve({}, { store });
      const users = [{}, { [name]: "ann" }, { [name]: "bob" }];
      for (const hit of [false, true]) {
        for (const headers of users) expect((await site.get({ headers })).fromCache).toBe(hit);
      }
      expect(JSON.stringify(await store.get(`GET ${url}`))).not.toMatch(/ann|bob/);
    }
  });

  it("makes one exchange of what is asked at once, and stores it once", async () => {
    const site = serve();
    const pages = await Promise.all([
      site.get(),
      site.get({ meta: 1 }),
      site.get({ url: `${url}#top` }),
    ]);
    expect(site.sent).toHaveLength(1);
    expect(new Set(pages).size).toBe(1);
  });

  it("makes exchanges of their own for requests that a server could tell apart", async () => {
    const site = serve({}, { store: new NoopCache() });
    const headers: HeadersInit = { accept: "text/html" };
    await Promise.all([
      site.get(),
      site.get({ headers }),
      site.get({ timeoutMs: 5 }),
      site.get({ method: "HEAD" }),
    ]);
    expect(site.sent).toHaveLength(4);
  });

  it("gives an error to all who wait by identity, and keeps none", async () => {
    const down = new Error("down");
    let calls = 0;
    const stack = stackOf({ store: new MemoryCache() }, async () => {
      if (++calls === 1) throw down;
      return new HttpResponse({ url, status: 200 });
    });
    const ends = await Promise.all([settle(stack.call({ url })), settle(stack.call({ url }))]);
    expect(ends.map((end) => !end.ok && end.error)).toEqual([down, down]);
    expect((await stack.call({ url })).fromCache).toBe(false);
  });

  it("never lets the haste of one call fail another", async () => {
    const clock = new VirtualClock();
    const stack = stackOf(
      { store: new MemoryCache() },
      async (_, context) => {
        if (context.patienceMs() < 10) throw new NotNowError("busy", { retryAt: 10 });
        await context.sleep(10);
        return new HttpResponse({ url, status: 200 });
      },
      clock,
    );
    const hasty = settle(stack.call({ url }, { startWithinMs: 0 }));
    const patient = stack.call({ url });
    expect(await hasty).toMatchObject({ ok: false, error: { retryAt: 10 } });
    expect((await clock.run(patient)).status).toBe(200);
  });

  it("sends nothing for a call that aborts while it looks, and ends an exchange nobody waits for", async () => {
    const reasons: unknown[] = [];
    const stack = stackOf({ store: new MemoryCache() }, (_, context) => {
      context.onAbort((reason) => reasons.push(reason));
      return new Promise(() => {});
    });
    const controller = new AbortController();
    const early = settle(stack.call({ url }, { signal: controller.signal }));
    controller.abort("early");
    expect(await early).toEqual({ ok: false, error: "early" });
    const late = new AbortController();
    const waiting = settle(stack.call({ url }, { signal: late.signal }));
    await new VirtualClock().settle();
    late.abort("late");
    await waiting;
    expect(reasons).toEqual(["late"]);
  });

  it("goes on without a store that fails, and tells each failure", async () => {
    const full = new Error("disk full");
    const fails = (): Promise<never> => Promise.reject(full);
    const warnings: Error[] = [];
    const warned = (warning: Error): unknown => warnings.push(warning);
    process.on("warning", warned);
    const site = serve({}, { store: { get: fails, put: fails, delete: fails } });
    const events = await eventsDuring(async () => {
      expect((await site.get()).text).toBe("page 1");
      expect((await site.get({ method: "DELETE" })).text).toBe("page 2");
    });
    await new VirtualClock().settle();
    process.off("warning", warned);
    const failures = events.filter(({ event }) => event === "failed");
    expect(failures.map(({ detail }) => detail["error"])).toEqual([full, full, full, full]);
    expect(warnings.map(({ name }) => name)).toEqual(["CacheWarning"]);
    expect(warnings[0]?.message).toContain("disk full");
  });

  it("tells what it did", async () => {
    const site = serve();
    const events = await eventsDuring(async () => {
      await Promise.all([site.get(), site.get()]);
      await site.get();
    });
    const told = events.filter(({ event }) => !["start", "end"].includes(event));
    expect(told.map(({ event }) => event)).toEqual(["joined", "missed", "stored", "hit"]);
    expect(told[0]?.detail).toEqual({ key: `GET ${url}` });
  });

  it("works where stores are slow, whatever comes first: one exchange at a time, and none again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 6 }), async (s, count) => {
        const memory = new MemoryCache();
        const store: CacheStore = {
          get: (key) => s.schedule(Promise.resolve(), "get").then(() => memory.get(key)),
          put: (key, entry) =>
            s.schedule(Promise.resolve(), "put").then(() => memory.put(key, entry)),
          delete: (key) => memory.delete(key),
        };
        let sent = 0;
        const stack = stackOf({ store }, async () => {
          sent++;
          await s.schedule(Promise.resolve(), "answer");
          return new HttpResponse({ url, status: 200 });
        });
        const calls = Array.from({ length: count }, (_, n) =>
          s.schedule(Promise.resolve(), `call ${n}`).then(() => stack.call({ url })),
        );
        await s.waitFor(Promise.all(calls));
        expect(sent).toBe(1);
      }),
      { timeout: 1000 },
    );
  });

  it("refuses what it cannot work with", () => {
    // @ts-expect-error -- a mistake that types would find
    expect(() => cache({})).toThrow('Expected "store"');
    // @ts-expect-error -- a mistake that types would find
    expect(() => cache({ store: new NoopCache(), mode: "all" })).toThrow('Expected "mode"');
    expect(() => cache({ store: new NoopCache(), ttlMs: -1 })).toThrow('Expected "ttlMs"');
  });
});

/** Whether the same request is answered from the store, asked for the second time. */
async function hitsAgain({ response }: { response: Partial<HttpResponseInit> }): Promise<boolean> {
  const site = serve(response);
  await site.get();
  return (await site.get()).fromCache;
}

/** A cache over a site whose pages differ from one answer to the next, unless the body is given. */
function serve(
  response: Partial<HttpResponseInit> = {},
  options: Partial<CacheOptions> = {},
  clock: VirtualClock = new VirtualClock(),
): {
  readonly get: (request?: Partial<HttpRequest>) => Promise<HttpResponse>;
  readonly sent: readonly HttpRequest[];
  readonly clock: VirtualClock;
} {
  const sent: HttpRequest[] = [];
  const answer: Handler<HttpRequest, HttpResponse> = async (request) => {
    sent.push(request);
    return new HttpResponse({ url, status: 200, body: `page ${sent.length}`, ...response });
  };
  const stack = stackOf({ store: new MemoryCache(), ...options }, answer, clock);
  return { sent, clock, get: (request) => stack.call({ url, ...request }, new Context({ clock })) };
}

function stackOf(
  options: CacheOptions,
  leaf: Handler<HttpRequest, HttpResponse>,
  clock: VirtualClock = new VirtualClock(),
): Stack<HttpRequest, HttpResponse> {
  return ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(cache(options))
    .service(leaf, { clock });
}
