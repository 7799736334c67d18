import { context as otelContext, propagation, SpanKind, trace } from "@opentelemetry/api";
import { afterEach, describe, expect, it } from "vitest";

import { ask, calls } from "../../support/ask-traced.ts";
import { Telemetry } from "../../support/telemetry.ts";

const url = "https://shop.test/a";

afterEach(() => {
  trace.disable();
  otelContext.disable();
  propagation.disable();
});

describe("callTracer", () => {
  it("makes an INTERNAL span that tells what came back", async () => {
    const asked = await ask([{ status: 301, headers: { location: "/b" } }, { body: "1" }]);
    expect(calls(asked)).toMatchObject([
      {
        name: "fetch",
        kind: SpanKind.INTERNAL,
        attributes: { "url.full": url, "http.response.status_code": 200 },
        events: [
          {
            name: "completed",
            attributes: {
              "http.response.status_code": 200,
              "http.response.body.size": 1,
              "pagoda.redirects": 1,
              "pagoda.from_cache": false,
            },
          },
        ],
      },
    ]);
  });

  it("is part of what was active where the call was made", async () => {
    const telemetry = new Telemetry();
    telemetry.tracerProvider.register();
    const outer = trace.getTracer("test").startSpan("outer");
    const active = trace.setSpan(otelContext.active(), outer);
    const asked = await otelContext.with(active, () => ask([{}], { telemetry }));
    expect(calls(asked)[0]?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
  });

  it("is made of what a cache answers, too", async () => {
    const asked = await ask([{ fromCache: true }], { spans: ["call"] });
    expect(asked.telemetry.spans[0]?.events[0]?.attributes).toMatchObject({
      "pagoda.from_cache": true,
    });
  });
});
