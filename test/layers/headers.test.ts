import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type HeadersInit, HttpHeaders } from "../../src/http/headers.ts";
import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { headers } from "../../src/layers/headers.ts";
import { withheldKey } from "../../src/layers/redirect.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { untyped } from "../support/untyped.ts";

const fields = fc.array(
  fc.tuple(fc.constantFrom("a", "A", "b", "x-C", "X-c", "d"), fc.constantFrom("1", "2")),
);

describe("headers", () => {
  it("adds what a request lacks, behind what it has", async () => {
    expect(await sent({ b: ["2", "3"], A: "9" }, { a: "1" })).toEqual([
      ["a", "1"],
      ["b", "2"],
      ["b", "3"],
    ]);
  });

  it("leaves the request's own as they are, and gives every name it was told", async () => {
    await fc.assert(
      fc.asyncProperty(fields, fields, async (added, own) => {
        const arrived = await sent(added, own);
        expect(arrived.slice(0, own.length)).toEqual(own);
        const names = new Set([...added, ...own].map(([name]) => name.toLowerCase()));
        expect(new Set(arrived.map(([name]) => name.toLowerCase()))).toEqual(names);
      }),
    );
  });

  it("passes a request that lacks nothing by identity", async () => {
    const request = { url: "https://shop.test/", headers: { a: "1" } };
    expect(await arrival(headers({ A: "2" }), request)).toBe(request);
    expect(await arrival(headers({}), request)).toBe(request);
  });

  it("leaves out what is withheld since a redirect", async () => {
    const context = new Context().with(withheldKey, new Set(["authorization"]));
    const layer = headers({ Authorization: "Bearer s", accept: "*/*" });
    const arrived = await arrival(layer, { url: "https://cdn.test/" }, context);
    expect([...HttpHeaders.from(arrived?.headers)]).toEqual([["accept", "*/*"]]);
  });

  it.each([
    [{ "a b": "1" }, "names of headers"],
    [{ "": "1" }, "names of headers"],
    [{ "x-key: s3cret": "" }, 'names of headers: got "x-key…"'],
    [{ a: "1\r\nb: 2" }, "a value for a"],
    [{ a: "\u30C4" }, "a value for a without control characters: got another string"],
    [[["a", 5]], 'pairs of a name and a value: got something else for "a"'],
    [{ a: 5 }, "a value for a"],
    [{ a: null }, "a value for a"],
    [[5], "pairs of a name and a value: got 5"],
    [5, "to be pairs or a record: got 5"],
    [null, "to be pairs or a record: got null"],
  ])("refuses %o", (init, expected) => {
    expect(() => headers(untyped(init))).toThrow(`Expected "headers" `);
    expect(() => headers(untyped(init))).toThrow(expected);
  });
});

async function sent(init: HeadersInit, own: HeadersInit): Promise<(readonly [string, string])[]> {
  const arrived = await arrival(headers(init), { url: "https://shop.test/", headers: own });
  return [...HttpHeaders.from(arrived?.headers)];
}

/** The request as the leaf sees it. */
async function arrival(
  layer: ReturnType<typeof headers>,
  request: HttpRequest,
  context: Context = new Context(),
): Promise<HttpRequest | undefined> {
  let seen: HttpRequest | undefined;
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(layer)
    .service(async (request) => {
      seen = request;
      return new HttpResponse({ url: request.url, status: 200 });
    });
  await stack.call(request, context);
  return seen;
}
