import {
  context as otelContext,
  type Context as OtelContext,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { afterEach, describe, expect, it } from "vitest";

import { ItemError } from "../../../src/engine/items/sink.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";
import { Telemetry } from "../../support/telemetry.ts";
import { crawled, home, idOf } from "../support/traced-crawl.ts";

afterEach(() => {
  trace.disable();
  otelContext.disable();
});

describe("the trace of a page", () => {
  it("names the handler, and the error of a parse that fails", async () => {
    const { telemetry } = await crawled(
      { "/": [{}] },
      {
        start: request(home, { to: "detail" }),
        handlers: {
          detail() {
            throw new RangeError("secret words");
          },
        },
      },
    );
    expect(telemetry.named("parse")).toMatchObject([
      {
        attributes: { "pagoda.crawl.handler": "detail", "error.type": "RangeError" },
        status: { code: SpanStatusCode.ERROR },
      },
    ]);
    expect(telemetry.named("page")[0]?.attributes["error.type"]).toBe("RangeError");
    expect(JSON.stringify(telemetry.spans.map(({ events }) => events))).not.toContain("secret");
  });

  it("makes one span of the items of a page, from the first to the last", async () => {
    const sinks = [
      {
        write(item: unknown) {
          if (item === 2) throw new ItemError("odd");
        },
      },
    ];
    const { telemetry } = await crawled({ "/": [{}] }, { sinks, parse: () => [1, 2, 3] });
    expect(telemetry.named("sink")).toMatchObject([
      {
        attributes: { "pagoda.crawl.items": 3, "error.type": "ItemError" },
        status: { code: SpanStatusCode.ERROR },
      },
    ]);
  });

  it("ends all spans of a crawl that was stopped while a parse hung", async () => {
    const stop = new AbortController();
    const parse = (): Promise<never> => {
      stop.abort(new Error("enough"));
      return new Promise(() => {});
    };
    const { telemetry } = await crawled({ "/": [{}] }, { parse, signal: stop.signal });
    expect(telemetry.spans.map(({ name }) => name).toSorted()).toEqual([
      "GET",
      "GET",
      "fetch",
      "page",
      "parse",
    ]);
  });

  it("lets what a parse calls be part of its span", async () => {
    const telemetry = new Telemetry();
    telemetry.tracerProvider.register(); // and its context manager
    const seen: (string | undefined)[] = [];
    await crawled(
      { "/": [{}] },
      {
        async *parse() {
          seen.push(activeId());
          yield 1;
          await Promise.resolve();
          seen.push(activeId());
        },
      },
      {},
      telemetry,
    );
    const id = idOf(telemetry.named("parse")[0]);
    expect(seen).toEqual([id, id]);
  });

  it("links pages to what was active where the crawl was made", async () => {
    const telemetry = new Telemetry();
    telemetry.tracerProvider.register();
    const outer = telemetry.tracerProvider.getTracer("test").startSpan("outer");
    const active: OtelContext = trace.setSpan(otelContext.active(), outer);
    await otelContext.with(active, () => crawled({ "/": [{}] }, {}, {}, telemetry));
    expect(telemetry.named("page")).toMatchObject([
      { parentSpanContext: undefined, links: [{ context: outer.spanContext() }] },
    ]);
  });
});

function activeId(): string | undefined {
  return trace.getSpan(otelContext.active())?.spanContext().spanId;
}
