import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { StatusError } from "../../src/http/status-error.ts";
import { classifyStatus } from "../../src/layers/classify-status.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { type Outcome, settle } from "../../src/service/outcome.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";

const request = { url: "https://shop.test/a" };

describe("classifyStatus", () => {
  it("makes an error that carries the response of every status from 400 up", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 400, max: 599 }), async (status) => {
        const response = new HttpResponse({ url: request.url, status });
        const outcome = await ask(succeed(response));
        expect(outcome).toMatchObject({ ok: false, error: { request, response } });
        expect(!outcome.ok && outcome.error).toBeInstanceOf(StatusError);
      }),
    );
  });

  it("passes every status below as it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: 399 }), async (status) => {
        const value = new HttpResponse({ url: request.url, status });
        expect(await ask(succeed(value))).toEqual({ ok: true, value });
      }),
    );
  });

  it("passes errors as they are", async () => {
    const error = new Error("down");
    expect(await ask(fail(error))).toEqual({ ok: false, error });
  });
});

function ask(outcome: Outcome<HttpResponse>): Promise<Outcome<HttpResponse>> {
  const leaf = script<HttpRequest, HttpResponse>([outcome]);
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(classifyStatus())
    .service(leaf);
  return settle(stack.call(request));
}
