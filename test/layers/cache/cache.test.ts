import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { cache } from "../../../src/layers/cache/cache.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { NoopCache } from "../../../src/layers/cache/noop-cache.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";
import { untyped } from "../../support/untyped.ts";
import { hitsAgain, serve, stackOf, url } from "./cached-site.ts";

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
    ["credentials behind a space", { url: " https://user:word@example.com/" }],
    ["what may be credentials in what is no URL", { url: "https://user:wo#rd@example.com/" }],
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

  it("tells what it did", async () => {
    const site = serve();
    const events = await eventsDuring(async () => {
      await Promise.all([site.get(), site.get()]);
      await site.get();
    });
    const told = events.filter(({ event }) => !["start", "end"].includes(event));
    expect(told.map(({ event }) => event)).toEqual(["missed", "joined", "stored", "hit"]);
    expect(told[0]?.detail).toEqual({ key: `GET ${url}` });
  });

  it("refuses what it cannot work with", () => {
    // @ts-expect-error -- a mistake that types would find
    expect(() => cache({})).toThrow('Expected "store"');
    // @ts-expect-error -- a mistake that types would find
    expect(() => cache({ store: new NoopCache(), mode: "all" })).toThrow('Expected "mode"');
    expect(() => cache({ store: new NoopCache(), ttlMs: -1 })).toThrow('Expected "ttlMs"');
  });

  it.each([
    [{ store: {} }, 'Expected "store.get" to be a function: got undefined'],
    [{ store: { get: () => {}, put: () => {} } }, 'Expected "store.delete" to be a function'],
    [{ ttl: 5 }, 'Expected options of cache, store, mode, ttlMs, use: got "ttl"'],
    [undefined, "Expected the options of cache"],
  ])("refuses the options %o", (options, message) => {
    expect(() => cache(untyped(options))).toThrow(message);
  });
});
