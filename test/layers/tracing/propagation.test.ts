import { type Attributes, context as otelContext, propagation, trace } from "@opentelemetry/api";
import { core, tracing as sdk } from "@opentelemetry/sdk-node";
import { afterEach, describe, expect, it } from "vitest";

import { HttpHeaders } from "../../../src/http/headers.ts";
import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { tracing } from "../../../src/layers/tracing/tracing.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { ask, attempts } from "../../support/ask-traced.ts";
import { Telemetry } from "../../support/telemetry.ts";

const url = "https://shop.test/a";

afterEach(() => {
  propagation.disable();
  trace.disable();
  otelContext.disable();
});

describe("tracing, sampled", () => {
  it("measures where nobody takes spans, and makes none", async () => {
    const telemetry = new Telemetry();
    const { meterProvider } = telemetry;
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(tracing({ span: "call", meterProvider }))
      .layer(tracing({ span: "attempt", meterProvider }))
      .service(async ({ url }) => new HttpResponse({ url, status: 200 }));
    await stack.call({ url });
    expect(await telemetry.measured()).toMatchObject([{ name: "http.client.request.duration" }]);
    trace.setGlobalTracerProvider(telemetry.tracerProvider); // which comes later
    await stack.call({ url });
    expect(telemetry.spans.map(({ name }) => name)).toEqual(["GET", "fetch"]);
  });

  it("asks the sampler with what it knows of a request, and records nothing that it does not want", async () => {
    const asked: Attributes[] = [];
    const sampler: sdk.Sampler = {
      shouldSample(...[, , , , attributes]) {
        asked.push(attributes);
        return { decision: sdk.SamplingDecision.NOT_RECORD };
      },
    };
    const telemetry = new Telemetry(sampler);
    await ask([{ status: 503 }, {}], { telemetry });
    expect(telemetry.spans).toEqual([]);
    const known = { "url.full": url, "http.request.method": "GET", "server.address": "shop.test" };
    expect(asked).toEqual(asked.map(() => expect.objectContaining(known)));
    expect(asked.map((attributes) => attributes["http.request.resend_count"])).toEqual([
      undefined,
      undefined,
      1,
    ]);
    expect(await telemetry.measured()).toHaveLength(2);
  });
});

describe("tracing, propagated", () => {
  it("carries baggage on, too, where the propagator does", async () => {
    const propagators = [new core.W3CTraceContextPropagator(), new core.W3CBaggagePropagator()];
    propagation.setGlobalPropagator(new core.CompositePropagator({ propagators }));
    const telemetry = new Telemetry();
    telemetry.tracerProvider.register({ propagator: null });
    const baggage = propagation.createBaggage({ tenant: { value: "t1" } });
    const active = propagation.setBaggage(otelContext.active(), baggage);
    const asked = await otelContext.with(active, () =>
      ask([{}], { telemetry, attempt: { propagate: true } }),
    );
    const headers = HttpHeaders.from(asked.seen[0]?.headers);
    expect([headers.get("baggage"), headers.has("traceparent")]).toEqual(["tenant=t1", true]);
  });

  it("sends no header of its own", async () => {
    propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
    const { seen } = await ask([{}]);
    expect(seen).toEqual([{ url }]);
  });

  it("carries the trace on where it is told to", async () => {
    propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
    const request = { url, headers: { accept: "*/*" } };
    const asked = await ask([{}], { request, attempt: { propagate: true } });
    const { traceId, spanId } = attempts(asked)[0]?.spanContext() ?? {};
    expect([...HttpHeaders.from(asked.seen[0]?.headers)]).toEqual([
      ["accept", "*/*"],
      ["traceparent", `00-${traceId}-${spanId}-01`],
    ]);
  });
});
