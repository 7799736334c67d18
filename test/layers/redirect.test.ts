import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { BlockedAddressError, HttpError, RobotsDisallowedError } from "../../src/http/errors.ts";
import { HttpHeaders } from "../../src/http/headers.ts";
import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { headers } from "../../src/layers/headers.ts";
import { redirect, type RedirectOptions, refusalsCountKey } from "../../src/layers/redirect.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context, type ContextOptions } from "../../src/service/context.ts";
import { NotNowError } from "../../src/service/errors.ts";
import { type Outcome, settle } from "../../src/service/outcome.ts";
import { eventsDuring } from "../support/events.ts";
import { untyped } from "../support/untyped.ts";

const start = "https://shop.test/1";

describe("redirect", () => {
  it("follows to the end, and lists the URLs that led there", async () => {
    const site = web({ [start]: "/2", "https://shop.test/2": "https://cdn.test/3" });
    const response = await site.get({ url: start });
    expect(response).toMatchObject({ status: 200, url: "https://cdn.test/3" });
    expect(response.redirects).toEqual([start, "https://shop.test/2"]);
    expect(site.urls()).toEqual([...response.redirects, response.url]);
  });

  it("passes by identity what is no redirect", async () => {
    const response = new HttpResponse({ url: start, status: 304, headers: { location: "/2" } });
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(redirect())
      .service(async () => response);
    expect(await stack.call({ url: start })).toBe(response);
  });

  it("asks a page again that redirects to itself", async () => {
    let asked = 0;
    const site = web({ [start]: () => (asked++ === 0 ? start : undefined) });
    expect(await site.get({ url: start })).toMatchObject({ status: 200, redirects: [start] });
  });

  it("sends limit + 1 requests at most", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(5), fc.nat(7), async (limit, length) => {
        const site = web(chain(length), { limit });
        const outcome = await settle(site.get({ url: "https://shop.test/0" }));
        expect(site.seen).toHaveLength(Math.min(limit, length) + 1);
        expect(outcome.ok).toBe(length <= limit);
      }),
    );
  });

  it("tells the whole chain where it was too long", async () => {
    const outcome = await settle(web(chain(3), { limit: 2 }).get({ url: "https://shop.test/0" }));
    expect(!outcome.ok && outcome.error).toMatchObject({ code: "too_many_redirects" });
    expect(responseOf(outcome)).toMatchObject({
      status: 302,
      redirects: ["https://shop.test/0", "https://shop.test/1"],
    });
  });

  it("follows 20 by default", async () => {
    const site = web(chain(21));
    const error = await site.get({ url: "https://shop.test/0" }).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "too_many_redirects" });
    expect(site.seen).toHaveLength(21);
  });

  it("rejects where it is sent to what is no http(s) URL, with the chain", async () => {
    const site = web({ [start]: "/2", "https://shop.test/2": "file:///etc/passwd" });
    const outcome = await settle(site.get({ url: start }));
    expect(!outcome.ok && outcome.error).toMatchObject({ code: "bad_redirect" });
    expect(responseOf(outcome)?.redirects).toEqual([start]);
  });

  it("never gives secrets back once a chain has left their origin, though it comes home", async () => {
    const site = web({
      [start]: "/2",
      "https://shop.test/2": "https://cdn.test/3",
      "https://cdn.test/3": "https://shop.test/4",
    });
    await site.get({ url: start, headers: { cookie: "s=1", accept: "*/*" } });
    expect(site.seen.map(({ headers }) => HttpHeaders.from(headers).has("cookie"))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(HttpHeaders.from(site.seen[3]?.headers).get("accept")).toBe("*/*");
  });

  it("keeps layers below from adding them again", async () => {
    const chain = { [start]: "https://cdn.test/2", "https://cdn.test/2": "https://shop.test/3" };
    const site = web(chain, { sensitiveHeaders: ["X-Api-Key"] });
    await site.get({ url: start });
    const names = site.seen.map((request) =>
      [...HttpHeaders.from(request.headers)].map(([name]) => name),
    );
    expect(names).toEqual([["authorization", "x-api-key", "accept"], ["accept"], ["accept"]]);
  });

  it.each([new RobotsDisallowedError("https://shop.test/2"), new NotNowError("later")])(
    "answers with the redirect where a hop is refused, and says why: %s",
    async (refusal) => {
      const site = web({ [start]: "/2", "https://shop.test/2": refusal });
      let response: HttpResponse | undefined;
      const events = await eventsDuring(async () => {
        response = await site.get({ url: start });
      });
      expect(response).toMatchObject({ status: 302, url: start, redirects: [] });
      const refused = events.find(({ event }) => event === "refused");
      expect(refused?.detail).toMatchObject({ outcome: { error: refusal } });
    },
  );

  it.each([new RobotsDisallowedError("https://shop.test/2"), new NotNowError("later")])(
    "rejects where a hop is refused, for whoever cannot do with a redirect: %s",
    async (refusal) => {
      const site = web({ [start]: "/2", "https://shop.test/2": refusal });
      const counting = new Context().with(refusalsCountKey, true);
      await expect(site.get({ url: start }, counting)).rejects.toBe(refusal);
    },
  );

  it("goes on to wait for the start where redirects came from a cache only", async () => {
    const later = new NotNowError("later");
    const blocked = new RobotsDisallowedError("https://shop.test/2");
    for (const [fromCache, refusal, isAnswer] of [
      [true, later, false],
      [true, blocked, true],
      [false, later, true],
    ] as const) {
      const startBys: number[] = [];
      const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
        .layer(redirect())
        .service(async ({ url }, { startBy }) => {
          startBys.push(startBy);
          if (url !== start) throw refusal;
          return new HttpResponse({ url, status: 302, headers: { location: "/2" }, fromCache });
        });
      const outcome = await settle(stack.call({ url: start }, new Context({ startBy: 1e9 })));
      const expected = { ok: true, value: { status: 302 } };
      expect(outcome).toMatchObject(isAnswer ? expected : { ok: false, error: refusal });
      expect(startBys).toEqual([1e9, fromCache ? 1e9 : Infinity]);
    }
  });

  it("rejects where the guard blocks a hop, so that an attack never passes for an answer", async () => {
    const blocked = new BlockedAddressError({
      host: "10.0.0.1",
      port: 80,
      address: undefined,
      reason: "private",
    });
    const site = web({ [start]: "/2", "https://shop.test/2": blocked });
    const events = await eventsDuring(async () => {
      await expect(site.get({ url: start })).rejects.toBe(blocked);
    });
    expect(events.find(({ event }) => event === "refused")?.detail).toMatchObject({
      url: "https://shop.test/2",
    });
  });

  it("passes a refusal of the first request, and any error of a hop, as they are", async () => {
    const refusal = new NotNowError("later");
    await expect(web({ [start]: refusal }).get({ url: start })).rejects.toBe(refusal);
    const error = new Error("down");
    const site = web({ [start]: "/2", "https://shop.test/2": error });
    await expect(site.get({ url: start })).rejects.toBe(error);
  });

  it("rejects with the reason of an abort, even where that is a refusal", async () => {
    const controller = new AbortController();
    const reason = new NotNowError("closing");
    const site = web({
      [start]: "/2",
      "https://shop.test/2": () => {
        controller.abort(reason);
        return reason;
      },
    });
    await expect(site.get({ url: start }, { signal: controller.signal })).rejects.toBe(reason);
  });

  it("lets hops wait, since the call has started", async () => {
    const site = web({ [start]: "/2" });
    await site.get({ url: start }, { startBy: 5 });
    expect(site.startBys).toEqual([5, Infinity]);
  });

  it.each([
    [{ limit: -1 }, 'Expected "limit"'],
    [{ limit: 1.5 }, 'Expected "limit"'],
    [{ sensitiveHeaders: ["a b"] }, 'Expected "sensitiveHeaders"'],
    [{ sensitiveHeaders: "x" }, 'Expected "sensitiveHeaders" to be an array: got another text'],
    [{ sensitiveHeaders: ["X-Key: hush"] }, "names of headers: got another text"],
    [{ sensitiveHeaders: [5] }, "names of headers: got number"],
    [{ max: 5 }, 'Expected options of redirect, limit, sensitiveHeaders: got "max"'],
    [null, "Expected the options of redirect"],
  ])("refuses the options %o", (options, message) => {
    expect(() => redirect(untyped(options))).toThrow(message);
  });
});

/** Where a URL leads: nowhere, on, or into an error. */
type Lead = string | Error | undefined | (() => string | Error | undefined);

interface Web {
  readonly seen: HttpRequest[];
  readonly startBys: number[];
  get(request: HttpRequest, context?: Context | ContextOptions): Promise<HttpResponse>;
  urls(): readonly string[];
}

/** A web of redirects, asked through the layer. */
function web(leads: Readonly<Record<string, Lead>>, options: RedirectOptions = {}): Web {
  const seen: HttpRequest[] = [];
  const startBys: number[] = [];
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(redirect(options))
    .layer(headers({ authorization: "Bearer s", "x-api-key": "k", accept: "a/b" }))
    .service(async (request, context) => {
      seen.push(request);
      startBys.push(context.startBy);
      const lead = leads[request.url];
      const to = typeof lead === "function" ? lead() : lead;
      if (to instanceof Error) throw to;
      if (to === undefined) return new HttpResponse({ url: request.url, status: 200 });
      return new HttpResponse({ url: request.url, status: 302, headers: { location: to } });
    });
  return {
    seen,
    startBys,
    get: (request, context) =>
      stack.call(request, context instanceof Context ? context : new Context(context)),
    urls: () => seen.map(({ url }) => url),
  };
}

/** A page that is that many redirects away. */
function chain(length: number): Readonly<Record<string, string>> {
  const hops = Array.from({ length }, (_, n) => [`https://shop.test/${n}`, `/${n + 1}`]);
  return Object.fromEntries(hops);
}

function responseOf(outcome: Outcome<HttpResponse>): HttpResponse | undefined {
  return !outcome.ok && outcome.error instanceof HttpError ? outcome.error.response : undefined;
}
