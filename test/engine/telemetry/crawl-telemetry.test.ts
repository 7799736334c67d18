import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { tracing } from "@opentelemetry/sdk-node";
import { afterEach, describe, expect, it } from "vitest";

import { crawl } from "../../../src/engine/crawl.ts";
import { Telemetry } from "../../support/telemetry.ts";
import { untyped } from "../../support/untyped.ts";
import { crawled, home, idOf, links } from "../support/traced-crawl.ts";

afterEach(() => trace.disable());

describe("telemetry of a crawl", () => {
  it("makes a trace of each page: its call, its parse and its items", async () => {
    const sinks = [{ write: () => {} }];
    const { telemetry } = await crawled({ "/": [links("/a")], "/a": [links()] }, { sinks });
    const pages = telemetry.named("page");
    expect(pages.map(({ attributes }) => attributes)).toEqual([
      {
        "url.full": home,
        "http.request.method": "GET",
        "server.address": "shop.test",
        "server.port": 80,
        "pagoda.crawl.depth": 0,
        "pagoda.crawl.attempt": 1,
        "pagoda.crawl.outcome": "page",
        "http.response.status_code": 200,
        "pagoda.crawl.links": 1,
        "pagoda.crawl.items": 1,
      },
      expect.objectContaining({ "url.full": `${home}a`, "pagoda.crawl.depth": 1 }),
    ]);
    expect(new Set(pages.map((page) => page.spanContext().traceId)).size).toBe(2);
    for (const page of pages) {
      expect(page).toMatchObject({ kind: SpanKind.INTERNAL, parentSpanContext: undefined });
      const within = telemetry.spans.filter(
        (span) => span !== page && span.spanContext().traceId === page.spanContext().traceId,
      );
      const parents = Object.fromEntries(
        within.map((span) => [span.name, span.parentSpanContext?.spanId]),
      );
      const call = within.find(({ name }) => name === "fetch");
      expect(parents).toEqual({
        fetch: idOf(page),
        GET: idOf(call),
        parse: idOf(page),
        sink: idOf(page),
      });
    }
  });

  it("links a request that is sent again to the one before, and counts on", async () => {
    const site = {
      "/": [{ status: 503 }, { status: 302, headers: { location: "/b" } }],
      "/b": [links()],
    };
    const { telemetry } = await crawled(site, { scope: "all" }, { robots: false });
    const pages = telemetry.named("page");
    const attempts = telemetry.named("GET");
    expect(pages.map(({ attributes }) => attributes["pagoda.crawl.outcome"])).toEqual([
      "retry",
      "redirect",
      "page",
    ]);
    expect(pages.map(({ attributes }) => attributes["pagoda.crawl.attempt"])).toEqual([1, 2, 1]);
    expect(pages.map(({ status }) => status.code === SpanStatusCode.ERROR)).toEqual([
      true,
      false,
      false,
    ]);
    const counts = attempts.map(({ attributes }) => attributes["http.request.resend_count"]);
    expect(counts).toEqual([undefined, 1, 2]);
    for (const spans of [pages, attempts]) {
      const linked = spans.map((span) => span.links.map(({ context }) => context.spanId));
      expect(linked).toEqual([[], [idOf(spans[0])], [idOf(spans[1])]]);
    }
  });

  it("counts what is sent again in a deterministic crawl too", async () => {
    const site = { "/": [{ status: 503 }, links()] };
    const { telemetry } = await crawled(site, { deterministic: true }, { robots: false });
    const attempts = telemetry.named("GET");
    const counts = attempts.map(({ attributes }) => attributes["http.request.resend_count"]);
    expect(counts).toEqual([undefined, 1]);
    expect(attempts[1]?.links.map(({ context }) => context.spanId)).toEqual([idOf(attempts[0])]);
    expect(telemetry.named("page")).toHaveLength(1);
  });

  it("says why a page was not fetched, and makes no error of a refusal", async () => {
    const site = {
      "/robots.txt": [{ body: "User-agent: *\nDisallow: /private" }],
      "/": [links("/private", "/gone")],
    };
    const { telemetry } = await crawled(site);
    const [, refused, gone] = telemetry
      .named("page")
      .toSorted((a, b) => a.links.length - b.links.length);
    const failures = [refused, gone].map((span) => [span?.attributes, span?.status.code]);
    expect(failures).toEqual(
      expect.arrayContaining([
        [
          expect.objectContaining({
            "pagoda.crawl.outcome": "refused",
            "pagoda.crawl.reason": "robots",
          }),
          SpanStatusCode.UNSET,
        ],
        [
          expect.objectContaining({
            "pagoda.crawl.outcome": "failed",
            "http.response.status_code": 404,
            "error.type": "404",
          }),
          SpanStatusCode.ERROR,
        ],
      ]),
    );
  });

  it("makes an error of a page whose robots.txt could not be read", async () => {
    const { telemetry } = await crawled({ "/robots.txt": [{ status: 500 }], "/": [{}] });
    expect(telemetry.named("page")).toMatchObject([
      {
        attributes: {
          "pagoda.crawl.outcome": "refused",
          "pagoda.crawl.reason": "failed",
          "error.type": "500",
        },
        status: { code: SpanStatusCode.ERROR },
      },
    ]);
  });

  it("makes no span of a request that only waits for its turn", async () => {
    const { telemetry } = await crawled({ "/": [links("/a", "/b")], "/a": [{}], "/b": [{}] });
    expect(telemetry.named("page")).toHaveLength(3);
    expect(telemetry.named("fetch")).toHaveLength(3);
  });

  it("shows no secrets of URLs", async () => {
    const start = "http://me:hush@shop.test/a;token=hush?token[]=hush&pin=hush";
    const secretParams = ["token", "pin"];
    const telemetry = new Telemetry();
    const { tracerProvider, meterProvider } = telemetry;
    const own = { tracerProvider, meterProvider, secretParams };
    await crawled({}, { start, telemetry: own }, { tracing: own }, telemetry);
    expect(telemetry.spans.length).toBeGreaterThanOrEqual(3);
    const shown = telemetry.spans.map(({ attributes, events }) => ({ attributes, events }));
    expect(JSON.stringify(shown)).not.toContain("hush");
  });

  it("records of a trace all or nothing, as the sampler says of the page", async () => {
    const { NOT_RECORD, RECORD_AND_SAMPLED } = tracing.SamplingDecision;
    let asked = 0;
    const root: tracing.Sampler = {
      shouldSample: () => ({ decision: asked++ % 2 === 0 ? RECORD_AND_SAMPLED : NOT_RECORD }),
    };
    const sampler = new tracing.ParentBasedSampler({ root });
    const site = { "/": [links("/a", "/b", "/c")], "/a": [{}], "/b": [{}], "/c": [{}] };
    const { telemetry } = await crawled(site, {}, { robots: false }, new Telemetry(sampler));
    expect(telemetry.spans.map(({ name }) => name).toSorted()).toEqual(
      ["GET", "fetch", "page", "parse"].flatMap((name) => [name, name]),
    );
  });

  it("tells nobody where it is switched off", async () => {
    const telemetry = new Telemetry();
    trace.setGlobalTracerProvider(telemetry.tracerProvider);
    await crawled({ "/": [{}] }, { telemetry: false }, { tracing: false }, telemetry);
    expect(telemetry.spans).toEqual([]);
    expect(await telemetry.sums()).toEqual([]);
  });

  it.each([
    [1, 'Expected "telemetry" to be true, false or options: got 1'],
    [{ propagate: true }, "telemetry in crawl()"],
    [{ secretParams: "pin" }, 'Expected "secretParams"'],
    [{ tracerProvider: {} }, 'Expected "tracerProvider.getTracer"'],
  ])("refuses the option %o at once", (telemetry, message) => {
    const options = { start: home, parse: () => [], telemetry };
    expect(() => crawl(untyped(options))).toThrow(message);
  });
});
