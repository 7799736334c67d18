import { diag, type MeterProvider, trace, type TracerProvider } from "@opentelemetry/api";
import { metrics, tracing as sdk } from "@opentelemetry/sdk-node";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { guarded } from "../../../src/layers/tracing/guarded.ts";
import { tracing } from "../../../src/layers/tracing/tracing.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { service } from "../../../src/service/service.ts";
import { crawled, links } from "../../engine/support/traced-crawl.ts";
import { ask } from "../../support/ask-traced.ts";

afterEach(() => {
  diag.disable();
  trace.disable();
});

describe("guarded", () => {
  it("gives what comes of the work, and tells of what it throws once of each part", () => {
    const told = listen();
    const [part, other] = [{}, {}];
    expect(guarded(part, () => 1)).toBe(1);
    for (const each of [part, part, other]) expect(guarded(each, fail)).toBeUndefined();
    const line = "The OpenTelemetry SDK failed, pagoda goes on: Error: broken";
    expect(told).toEqual([line, line]);
  });

  it("throws nothing where the logger throws, too", () => {
    diag.setLogger({ error: fail, warn: fail, info: fail, debug: fail, verbose: fail });
    expect(guarded({}, fail)).toBeUndefined();
  });
});

const providers: readonly [what: string, TracerProvider][] = [
  ["a sampler", new sdk.BasicTracerProvider({ sampler: { shouldSample: fail } })],
  ["a processor at the start", processedBy({ onStart: fail })],
  ["a processor at the end", processedBy({ onEnd: fail })],
  [
    "an exporter",
    new sdk.BasicTracerProvider({
      spanProcessors: [
        new sdk.SimpleSpanProcessor({ export: fail, shutdown: () => Promise.resolve() }),
      ],
    }),
  ],
  ["a provider", { getTracer: fail }],
  ["a tracer", { getTracer: () => ({ startSpan: fail, startActiveSpan: fail }) }],
];

describe.each(providers)("telemetry with %s that throws", (_, tracerProvider) => {
  it("does not fail a call, refused or not, nor its retries", async () => {
    listen();
    const broken = { tracerProvider, meterProvider: noMeters };
    const options = { call: broken, attempt: { ...broken, propagate: true } };
    const { outcome, seen } = await ask([new Error("reset"), { body: "1" }], options);
    expect([outcome.ok, seen.length]).toEqual([false, 1]);
    const answered = await ask([{ status: 503 }, { body: "1" }], options);
    expect([answered.outcome.ok, answered.seen.length]).toEqual([true, 2]);
  });

  it("does not fail a crawl", async () => {
    listen();
    const broken = { tracerProvider, meterProvider: noMeters };
    const site = { "/": [links("/a")], "/a": [links()] };
    const { stats } = await crawled(site, { telemetry: broken }, { tracing: broken });
    expect(stats).toMatchObject({ pages: 2, items: 2, errors: {} });
  });
});

describe("an SDK that is registered later", () => {
  it("does not fail a call where its tracers throw", async () => {
    listen();
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(tracing({ span: "call" }))
      .service(service(async ({ url }) => new HttpResponse({ url, status: 200 })));
    await stack.call({ url: "http://shop.test/" });
    trace.setGlobalTracerProvider({ getTracer: fail });
    expect((await stack.call({ url: "http://shop.test/" })).status).toBe(200);
  });
});

/** Gives a meter whose instruments throw. */
const noMeters: MeterProvider = {
  getMeter() {
    const meter = new metrics.MeterProvider().getMeter("test");
    meter.createHistogram = () => ({ record: fail });
    meter.createUpDownCounter = () => ({ add: fail });
    meter.createObservableCounter = fail;
    return meter;
  },
};

function processedBy(methods: Partial<sdk.SpanProcessor>): TracerProvider {
  const processor: sdk.SpanProcessor = {
    onStart() {},
    onEnd() {},
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
    ...methods,
  };
  return new sdk.BasicTracerProvider({ spanProcessors: [processor] });
}

function listen(): readonly string[] {
  const told: string[] = [];
  const error = (text: string): void => void told.push(text);
  diag.setLogger({ error, warn() {}, info() {}, debug() {}, verbose() {} });
  return told;
}

function fail(): never {
  throw new Error("broken");
}
