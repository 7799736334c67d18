import { inspect } from "node:util";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HttpError } from "../../../src/http/errors.ts";
import { type HeadersInit, HttpHeaders } from "../../../src/http/headers.ts";
import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { auth } from "../../../src/layers/auth/auth.ts";
import type { Credentials } from "../../../src/layers/auth/credentials.ts";
import { redirect } from "../../../src/layers/redirect.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { eventsDuring } from "../../support/events.ts";
import { untyped } from "../../support/untyped.ts";

const origin = "https://api.shop.test";
const login = { username: "J\u00FCrgen", password: "pa:ss" };

describe("auth", () => {
  it.each([
    [{ origin, basic: login }, ["authorization", "Basic SsO8cmdlbjpwYTpzcw=="]],
    [{ origin, basic: { username: "", password: "" } }, ["authorization", "Basic Og=="]],
    [{ origin, bearer: "t0k.en" }, ["authorization", "Bearer t0k.en"]],
    [{ origin, bearer: () => "t0k.en" }, ["authorization", "Bearer t0k.en"]],
    [{ origin, bearer: async () => "t0k.en" }, ["authorization", "Bearer t0k.en"]],
    [{ origin, header: { name: "X-Api-Key", value: "k" } }, ["x-api-key", "k"]],
    [{ origin, header: { name: "x-sig", value: async () => "Sig a b" } }, ["x-sig", "Sig a b"]],
  ] satisfies [Credentials, string[]][])("shows %o as %o", async (credentials, header) => {
    expect(await shown(credentials, `${origin}/a?b`)).toEqual([header]);
  });

  it("shows nothing to another origin, and passes such a request by identity", async () => {
    const credentials = { origin: "https://shop.test:8443", bearer: "t" };
    const scheme = fc.constantFrom("http", "https");
    const host = fc.constantFrom("shop.test", "SHOP.test", "api.shop.test", "shop.test.evil.test");
    const port = fc.constantFrom("", ":8443", ":443", ":8444");
    const userinfo = fc.constantFrom("", "shop.test:8443@", "a@");
    const url = fc.tuple(scheme, fc.constant("://"), userinfo, host, port, fc.constant("/"));
    await fc.assert(
      fc.asyncProperty(url, async (parts) => {
        const request = { url: parts.join("") };
        const [arrived] = await arrivals([auth(credentials)], request);
        const isShown = new URL(request.url).origin === credentials.origin && parts[2] === "";
        expect(headersOf(arrived)).toEqual(isShown ? [["authorization", "Bearer t"]] : []);
        expect(arrived === request).toBe(!isShown);
      }),
    );
  });

  it("shows several to one origin, and to each its own", async () => {
    const list: readonly Credentials[] = [
      { origin, bearer: "t" },
      { origin: `${origin}:443/`, header: { name: "x-key", value: "k" } },
      { origin: "http://other.test", basic: login },
    ];
    expect(await shown(list, origin)).toEqual([
      ["authorization", "Bearer t"],
      ["x-key", "k"],
    ]);
    expect(await shown(list, "http://other.test/")).toHaveLength(1);
    expect(await shown([], origin)).toEqual([]);
  });

  it("lets the request's own win, even where that is empty or in the URL", async () => {
    const credentials = { origin, bearer: "t" };
    for (const own of ["Basic x", ""]) {
      expect(await shown(credentials, origin, { Authorization: own })).toEqual([
        ["Authorization", own],
      ]);
    }
    for (const start of ["https://", " https://", "ht\ntps://"]) {
      expect(await shown(credentials, `${start}me:pw@api.shop.test/`)).toEqual([]);
    }
    const header = { name: "x-key", value: "k" };
    expect(await shown({ origin, header }, "https://me@api.shop.test/")).toEqual([["x-key", "k"]]);
  });

  it("asks for a token once for each request that bears it", async () => {
    let asked = 0;
    const layer = auth({ origin, bearer: () => `t${++asked}` });
    const told = [];
    for (const url of [origin, "https://cdn.test/", origin]) {
      told.push(...(await arrivals([layer], { url })).flatMap(headersOf));
    }
    expect(told.map(([, value]) => value)).toEqual(["Bearer t1", "Bearer t2"]);
    expect(asked).toBe(2);
  });

  it("goes by the origin of each hop of a redirect, on the way back too", async () => {
    const hops = ["https://evil.test/", "https://api.shop.test:8443/", `${origin}/in`];
    const seen = await arrivals(
      [redirect(), auth({ origin, bearer: "t" })],
      { url: origin, headers: { "x-own": "1" } },
      (n) => hops[n],
    );
    expect(seen.map(({ headers }) => HttpHeaders.from(headers).get("authorization"))).toEqual([
      "Bearer t",
      undefined,
      undefined,
      "Bearer t",
    ]);
  });

  it("rejects with the error of who gives the token, and sends nothing", async () => {
    const failure = new Error("expired");
    const bearer = (): string => {
      throw failure;
    };
    const seen: HttpRequest[] = [];
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(auth({ origin, bearer }))
      .service(async (request) => {
        seen.push(request);
        return new HttpResponse({ url: request.url, status: 200 });
      });
    await expect(stack.call({ url: origin })).rejects.toBe(failure);
    expect(seen).toEqual([]);
  });

  it.each(["", " t", "t\n", "\u6625", 5, undefined])("sends no token %o", async (token) => {
    const call = shown({ origin, bearer: () => untyped(token) }, origin);
    await expect(call).rejects.toThrow(/^Expected "bearer" to be /);
  });

  it("leaves it to the leaf to refuse what is no URL", async () => {
    expect(await shown({ origin, bearer: "t" }, "no URL")).toEqual([]);
  });

  it("shows no secret in what is thrown, told or inspected", async () => {
    const layer = auth([
      { origin, bearer: "s3cret" },
      { origin: "https://b.test", basic: { username: "me", password: "s3cret" } },
    ]);
    const written: string[] = [];
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(layer)
      .service(async (request) => {
        throw new HttpError("protocol", "broken", { request });
      });
    const events = await eventsDuring(async () => {
      await stack.call({ url: origin }).catch((error: unknown) => written.push(all(error)));
    });
    written.push(all(layer), all(stack), all(events), stack.describe().join());
    const text = written.join();
    expect(text).toContain("broken");
    for (const secret of ["s3cret", btoa("me:s3cret")]) expect(text).not.toContain(secret);
  });

  it.each([
    ["s3cret", '"auth" to be an object: got another text'],
    [null, '"auth" to be an object: got null'],
    [[["s3cret"]], '"auth" to be an object: got an array'],
    [
      { origin, token: "s3cret" },
      "options of auth, origin, basic, bearer, header: got another name",
    ],
    [{ origin, "Bearer s3cret": 1 }, "got another name"],
    [{ origin, bearer: "x", header: { "X-Key: s3cret": 1 } }, "got bearer, header"],
    [
      { origin, header: { "X-Key: s3cret": 1 } },
      "options of header, name, value: got another name",
    ],
    [{ origin: " https://me:x#s3cret@a.test", bearer: "x" }, "https://REDACTED@a.test"],
    [{ origin }, '"auth" to have one of basic, bearer and header: got none'],
    [{ origin, bearer: "s3cret", basic: login }, "got basic, bearer"],
    [{ bearer: "s3cret" }, '"origin" to be a text: got undefined'],
    [{ origin: 5, bearer: "s3cret" }, '"origin" to be a text: got number'],
    [{ origin: "api.shop.test", bearer: "s3cret" }, '"origin" to be '],
    [{ origin: "ftp://shop.test", bearer: "s3cret" }, 'a port: got "ftp://shop.test"'],
    [{ origin: `${origin}/v1`, bearer: "s3cret" }, '"origin" to be '],
    [{ origin: `${origin}/?a`, bearer: "s3cret" }, '"origin" to be '],
    [{ origin: "https://me:s3cret@a.test", bearer: "x" }, "REDACTED:REDACTED@a.test"],
    [{ origin, bearer: "s3cret\n" }, '"bearer" to be what a header can hold: got another text'],
    [{ origin, bearer: "" }, '"bearer" to be what a header can hold: got an empty text'],
    [{ origin, bearer: { token: "s3cret" } }, '"bearer" to be a text: got an object'],
    [{ origin, basic: "me:s3cret" }, '"basic" to be an object: got another text'],
    [{ origin, basic: { username: "me" } }, '"basic.password" to be '],
    [{ origin, basic: { username: "me", password: "s3cret\n" } }, '"basic.password" to be '],
    [{ origin, basic: { username: "m:e", password: "s3cret" } }, '"basic.username" to have no'],
    [{ origin, basic: { username: "me", password: "s3cret", realm: "x" } }, "got another name"],
    [{ origin, header: "s3cret" }, '"header" to be an object: got another text'],
    [{ origin, header: { name: "s3cret key", value: "k" } }, '"header.name" to be '],
    [{ origin, header: { name: "x-key", value: 5 } }, '"header.value" to be a text: got number'],
  ])("refuses %o without showing it", (credentials, message) => {
    const thrown = thrownBy(() => auth(untyped(credentials)));
    expect(thrown).toContain(message);
    expect(thrown).toMatch(/^TypeError: Expected /);
    expect(thrown).not.toContain("s3cret");
  });

  it("refuses two of one header for one origin", () => {
    const two: readonly Credentials[] = [
      { origin, bearer: "s3cret" },
      { origin: `${origin}:443`, header: { name: "Authorization", value: "s3cret" } },
    ];
    expect(() => auth(two)).toThrow(
      `Expected "auth" to have one authorization for ${origin}: got two`,
    );
  });
});

type Layers = readonly ReturnType<typeof auth>[];

/** The headers of a request as the leaf sees them. */
async function shown(
  credentials: Credentials | readonly Credentials[],
  url: string,
  headers: HeadersInit = {},
): Promise<readonly (readonly [string, string])[]> {
  return (await arrivals([auth(credentials)], { url, headers })).flatMap(headersOf);
}

/** The requests that reach the leaf, which redirects the n-th as it is told. */
async function arrivals(
  layers: Layers,
  request: HttpRequest,
  location: (n: number) => string | undefined = () => undefined,
): Promise<readonly HttpRequest[]> {
  const seen: HttpRequest[] = [];
  let builder = ServiceBuilder.for<HttpRequest, HttpResponse>();
  for (const layer of layers) builder = builder.layer(layer);
  const stack = builder.service(async (request) => {
    const to = location(seen.push(request) - 1);
    const { url } = request;
    return new HttpResponse({
      url,
      status: to === undefined ? 200 : 302,
      headers: { location: to },
    });
  });
  await stack.call(request);
  return seen;
}

function headersOf(request: HttpRequest | undefined): (readonly [string, string])[] {
  return [...HttpHeaders.from(request?.headers)];
}

function all(value: unknown): string {
  const json = JSON.stringify(value) ?? "";
  return inspect(value, { depth: Infinity, showHidden: true, getters: true }) + json;
}

function thrownBy(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return "nothing";
}
