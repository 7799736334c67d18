import { trace } from "@opentelemetry/api";
import { afterEach, describe, expect, it } from "vitest";

import { InvalidRequestError } from "../../../src/http/errors.ts";
import {
  type HttpRequest,
  HttpResponse,
  type HttpResponseInit,
} from "../../../src/http/message.ts";
import { classifyStatus } from "../../../src/layers/classify-status.ts";
import { tracing, type TracingOptions } from "../../../src/layers/tracing/tracing.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { filter, FilteredError } from "../../../src/service/filter.ts";
import { settle } from "../../../src/service/outcome.ts";
import type { Handler } from "../../../src/service/service.ts";
import { ask } from "../../support/ask-traced.ts";
import { eventsDuring } from "../../support/events.ts";
import { Telemetry } from "../../support/telemetry.ts";
import { untyped } from "../../support/untyped.ts";

const url = "https://shop.test/a";

afterEach(() => trace.disable());

describe("tracing", () => {
  it.each([new NotNowError("later"), new InvalidRequestError("no URL")])(
    "makes neither span nor measurement of a refusal by the leaf: %s",
    async (refusal) => {
      const { telemetry } = await ask([refusal]);
      expect(telemetry.spans).toEqual([]);
      expect(await telemetry.measured()).toEqual([]);
    },
  );

  it("makes neither span nor measurement of a refusal by a layer between the two", async () => {
    const telemetry = new Telemetry();
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(tracing({ ...providersOf(telemetry), span: "call" }))
      .layer(filter(() => false))
      .layer(tracing({ ...providersOf(telemetry), span: "attempt" }))
      .service(answering({ status: 200 }));
    await expect(stack.call({ url })).rejects.toBeInstanceOf(FilteredError);
    expect(telemetry.spans).toEqual([]);
    expect(await telemetry.measured()).toEqual([]);
  });

  it("passes requests, responses and errors by identity", async () => {
    const error = new Error("down");
    const failed = await ask([error], { retries: 0 });
    expect(failed.outcome).toEqual({ ok: false, error });
    const request = { url };
    const { seen } = await ask([{}], { request });
    expect(seen[0]).toBe(request);
  });

  it("publishes the completion of a call, though there be no SDK", async () => {
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(tracing({ span: "call" }))
      .layer(classifyStatus())
      .layer(tracing({ span: "attempt" }))
      .service(answering({ status: 404, body: "12" }));
    const events = await eventsDuring(() => settle(stack.call({ url })));
    expect(events.filter(({ event }) => event === "completed")).toMatchObject([
      {
        layer: "tracing(call)",
        detail: { "http.response.status_code": 404, "http.response.body.size": 2 },
      },
    ]);
  });

  it("finds an SDK that is registered after the stack was made, and loses it again", async () => {
    const telemetry = new Telemetry();
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(tracing({ span: "call" }))
      .service(answering({ status: 200 }));
    await stack.call({ url });
    trace.setGlobalTracerProvider(telemetry.tracerProvider);
    await stack.call({ url });
    expect(telemetry.spans).toHaveLength(1);
    trace.disable();
    await stack.call({ url });
    expect(telemetry.spans).toHaveLength(1);
  });

  it.each([
    [{ span: "both" }, 'Expected "span"'],
    [{ span: "call", propagate: true }, 'Expected "propagate"'],
    [{ span: "attempt", propagate: 1 }, 'Expected "propagate" to be true or false: got 1'],
    [{ span: "call", secretParams: "token" }, 'Expected "secretParams" to be an array of strings'],
    [{ span: "call", secretParams: [5] }, 'Expected "secretParams" to be an array of strings'],
    [
      { span: "attempt", knownMethods: null },
      'Expected "knownMethods" to be an array of strings: got null',
    ],
    [{ span: "call", tracerProvider: {} }, 'Expected "tracerProvider.getTracer"'],
    [{ span: "call", meterProvider: null }, 'Expected "meterProvider" to be an object'],
    [{ spans: "call" }, "Expected options of tracing, span, propagate"],
    [undefined, "Expected the options of tracing"],
  ])("refuses the options %o", (options, message) => {
    expect(() => tracing(untyped(options))).toThrow(message);
  });
});

function answering(init: Omit<HttpResponseInit, "url">): Handler<HttpRequest, HttpResponse> {
  return async ({ url }) => new HttpResponse({ url, ...init });
}

function providersOf({ tracerProvider, meterProvider }: Telemetry): Partial<TracingOptions> {
  return { tracerProvider, meterProvider };
}
