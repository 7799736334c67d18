import { describe, expect, it } from "vitest";

import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { cache } from "../../../src/layers/cache/cache.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { layer } from "../../../src/service/layer.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { answering, saying, statusOf } from "./answering.ts";
import { stackOf, url } from "./cached-site.ts";

describe('cache, in the mode "http"', () => {
  it("serves for as long as the headers say, and tells so by Age and Cache-Status", async () => {
    const site = saying({ "Cache-Control": "max-age=60", Age: "10" });
    const first = await site.get();
    expect([first.fromCache, statusOf(first)]).toEqual([false, "pagoda; fwd=uri-miss; stored"]);
    site.clock.advance(49_999);
    const hit = await site.get();
    expect([hit.fromCache, hit.text, hit.headers.get("age")]).toEqual([true, "page 1", "59"]);
    expect(statusOf(hit)).toBe("pagoda; hit; ttl=0");
    site.clock.advance(1);
    const later = await site.get();
    expect([later.text, statusOf(later)]).toEqual(["page 2", "pagoda; fwd=stale; stored"]);
  });

  it("puts its Cache-Status behind those of caches nearer to the server, and keeps only theirs", async () => {
    const site = saying({ "Cache-Control": "max-age=60", "Cache-Status": "cdn; hit" });
    await site.get();
    const hit = await site.get();
    expect(hit.headers.getAll("cache-status")).toEqual(["cdn; hit", "pagoda; hit; ttl=60"]);
  });

  it.each([
    [200, {}],
    [404, {}],
    [410, {}],
    [503, { "Cache-Control": "max-age=60" }],
    [302, { Expires: "0" }],
    [599, { "Cache-Control": "public" }],
    [200, { "Cache-Control": "no-store, must-understand, max-age=60" }],
  ])("keeps a %d with %o", async (status, headers) => {
    const site = saying(headers, { status });
    await site.get();
    expect((await site.get({ cache: "force-cache" })).fromCache).toBe(true);
  });

  it.each([
    [200, { "Cache-Control": "max-age=60, No-Store" }],
    [200, { Vary: "*", "Cache-Control": "max-age=60" }],
    [503, {}],
    [403, {}],
    [599, { "Cache-Control": "max-age=60, must-understand" }],
    [206, { "Cache-Control": "max-age=60" }],
  ])("keeps no %d with %o", async (status, headers) => {
    const site = saying(headers, { status });
    await site.get();
    expect((await site.get({ cache: "force-cache" })).fromCache).toBe(false);
  });

  it("keeps no beginning of a body", async () => {
    const site = saying({ "Cache-Control": "max-age=60" }, { truncated: true });
    await site.get();
    expect((await site.get()).fromCache).toBe(false);
  });

  it("serves nothing that it may not, where a crawl has kept it", async () => {
    const site = saying({ "Cache-Control": "no-store" });
    await stackOf({ store: site.store }, site.stack.call, site.clock).call({ url });
    expect((await site.get({ cache: "force-cache" })).fromCache).toBe(false);
  });

  it("keeps no header of a connection, nor one that is for its first reader", async () => {
    const headers = {
      "Cache-Control": 'max-age=60, no-cache="X-Once"',
      Connection: "close, X-Hop",
      "Keep-Alive": "timeout=5",
      "X-Hop": "1",
      "X-Once": "1",
      "Set-Cookie": "a=1",
    };
    const site = saying(headers);
    expect([...(await site.get()).headers]).toEqual(
      expect.arrayContaining(Object.entries(headers)),
    );
    const names = Array.from((await site.get()).headers, ([name]) => name);
    expect(names).toEqual(["Cache-Control", "Set-Cookie", "Age", "Cache-Status"]);
  });

  it("serves no such header either where a crawl has kept it", async () => {
    const headers = { "Cache-Control": "max-age=60", Connection: "X-Hop", "X-Hop": "1", TE: "a" };
    const site = saying(headers);
    await stackOf({ store: site.store }, site.stack.call, site.clock).call({ url });
    const hit = await site.get({ method: "HEAD" });
    expect(hit.fromCache).toBe(true);
    expect(Array.from(hit.headers, ([name]) => name)).toEqual([
      "Cache-Control",
      "Age",
      "Cache-Status",
    ]);
  });

  it("counts no wait for a turn as age", async () => {
    const clock = new VirtualClock();
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(cache({ store: new MemoryCache(), mode: "http" }))
      .layer(
        layer("turns", (inner) => async (request, context) => {
          await context.sleep(30_000);
          return inner.call(request, context);
        }),
      )
      .service(
        async ({ url }, context) => {
          await context.sleep(5000);
          return new HttpResponse({ url, status: 200, headers: { "Cache-Control": "max-age=60" } });
        },
        { clock },
      );
    await clock.run(stack.call({ url }));
    expect((await stack.call({ url })).headers.get("age")).toBe("5");
  });

  it("compares lists that Vary names by their members", async () => {
    const site = saying({ "Cache-Control": "max-age=60", Vary: "Accept-Language, X" });
    const asked = (language: string, x: string): Promise<boolean> =>
      site.get({ headers: { "Accept-Language": language, X: x } }).then((r) => r.fromCache);
    expect(await asked("de, en", "a, b")).toBe(false);
    expect(await asked("DE,en", "a ,b")).toBe(true);
    expect(await asked("de, en", "A, b")).toBe(false);
    expect(await asked("de, en", '"a , b"')).toBe(false);
    expect(await asked("de, en", '"a, b"')).toBe(false);
  });

  it("serves what nobody in particular was answered to one with cookies, and never the reverse", async () => {
    const site = saying({ "Cache-Control": "max-age=60" });
    const ann: Partial<HttpRequest> = { headers: { Cookie: "ann" } };
    await site.get(ann);
    expect((await site.get()).fromCache).toBe(false);
    expect((await site.get({ headers: { Cookie: "bob" } })).text).toBe("page 2");
    expect((await site.get({ headers: { Authorization: "bob" } })).fromCache).toBe(false);
    const varied = saying({ "Cache-Control": "max-age=60", Vary: "cookie" });
    await varied.get();
    expect((await varied.get(ann)).fromCache).toBe(false);
  });

  it("answers a HEAD by what a GET got", async () => {
    const site = saying({ "Cache-Control": "max-age=60", "Content-Length": "6" });
    await site.get();
    const { fromCache, body, headers } = await site.get({ method: "HEAD" });
    expect([fromCache, body.byteLength, headers.get("content-length")]).toEqual([true, 0, "6"]);
  });

  it.each([
    ["confirms", { ETag: '"a"', "X-New": "1" }, true],
    ["says nothing about", {}, true],
    ["contradicts", { ETag: '"b"' }, false],
    ["contradicts by its length", { "Content-Length": "7" }, false],
  ])("renews what a GET got where a HEAD %s it", async (_, headers, isKept) => {
    const site = answering(({ method }) => ({
      headers: {
        "Cache-Control": "max-age=5",
        ETag: '"a"',
        "Content-Length": "6",
        ...(method === "HEAD" && { ETag: undefined, ...headers }),
      },
    }));
    await site.get();
    site.clock.advance(6000);
    await site.get({ method: "HEAD" });
    expect((await site.get()).fromCache).toBe(isKept);
  });

  it("tells callers that shared an exchange", async () => {
    const site = saying({ "Cache-Control": "max-age=60" });
    const pages = await Promise.all([site.get(), site.get()]);
    expect(pages.map(statusOf)).toEqual([
      "pagoda; fwd=uri-miss; stored",
      "pagoda; fwd=uri-miss; stored; collapsed",
    ]);
  });

  it("tells why it asked the server", async () => {
    const site = saying({ "Cache-Control": "max-age=60", Vary: "x" });
    await site.get();
    const asked = async (request: Partial<HttpRequest>): Promise<string | undefined> =>
      statusOf(await site.get(request));
    expect(await asked({ headers: { x: "1" } })).toBe("pagoda; fwd=vary-miss; stored");
    expect(await asked({ cache: "reload" })).toBe("pagoda; fwd=request; stored");
    expect(await asked({ cache: "no-store" })).toBe("pagoda; fwd=bypass");
    expect(await asked({ method: "POST" })).toBe("pagoda; fwd=method");
  });
});
