import {
  context as otelContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context as OtelContext,
} from "@opentelemetry/api";
import { tracing } from "@opentelemetry/sdk-node";
import { afterEach, describe, expect, it } from "vitest";

import type { CrawlStats } from "../../../src/engine/crawl-stats.ts";
import { crawl } from "../../../src/engine/crawl.ts";
import { ItemError } from "../../../src/engine/items/sink.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";
import type { CrawlOptions } from "../../../src/engine/plan/crawl-options.ts";
import type { HttpResponseInit } from "../../../src/http/message.ts";
import { HttpResponse } from "../../../src/http/message.ts";
import type { HttpStackOptions } from "../../../src/layers/http-stack/http-stack-options.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { Telemetry } from "../../support/telemetry.ts";
import { untyped } from "../../support/untyped.ts";

const home = "http://shop.test/";

afterEach(() => {
  trace.disable();
  otelContext.disable();
});

type Site = Readonly<Record<string, readonly Partial<HttpResponseInit>[]>>;

interface Crawled {
  readonly telemetry: Telemetry;
  readonly stats: CrawlStats | undefined;
}

/** Crawls a site whose paths answer in turns, the last answer again and again. */
async function crawled(
  site: Site,
  options: Partial<CrawlOptions<unknown>> = {},
  stackOptions: HttpStackOptions = {},
  telemetry = new Telemetry(),
): Promise<Crawled> {
  const clock = new VirtualClock({ wallMs: 1_700_000_000_000 });
  const counts = new Map<string, number>();
  const { tracerProvider, meterProvider } = telemetry;
  const given = { tracerProvider, meterProvider };
  await using service = httpStack({
    redirect: false,
    retry: false,
    tracing: given,
    ...stackOptions,
  }).service(
    async ({ url }, context) => {
      const path = new URL(url).pathname;
      const answers = site[path] ?? [{ status: 404 }];
      const count = counts.get(path) ?? 0;
      counts.set(path, count + 1);
      await context.sleep(10);
      return new HttpResponse({ url, status: 200, ...(answers[count] ?? answers.at(-1)) });
    },
    { clock },
  );
  const run = crawl<unknown>({
    start: home,
    service,
    telemetry: given,
    *parse(page) {
      yield { url: page.url };
      yield* page.follow("a[href]");
    },
    ...options,
  });
  const outcome = await clock.run(settle(run.done()));
  return { telemetry, stats: outcome.ok ? outcome.value : undefined };
}

const links = (...paths: readonly string[]): Partial<HttpResponseInit> => ({
  headers: { "content-type": "text/html" },
  body: paths.map((path) => `<a href="${path}">x</a>`).join(""),
});

const idOf = (span: Telemetry["spans"][number] | undefined): string | undefined =>
  span?.spanContext().spanId;

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

  it("makes no span of a request that only waits for its turn", async () => {
    const { telemetry } = await crawled({ "/": [links("/a", "/b")], "/a": [{}], "/b": [{}] });
    expect(telemetry.named("page")).toHaveLength(3);
    expect(telemetry.named("fetch")).toHaveLength(3);
  });

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
    const parse = (): readonly unknown[] => [1, 2, 3];
    const { telemetry } = await crawled({ "/": [{}] }, { sinks, parse });
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
    const active = (): string | undefined =>
      trace.getSpan(otelContext.active())?.spanContext().spanId;
    await crawled(
      { "/": [{}] },
      {
        async *parse() {
          seen.push(active());
          yield 1;
          await Promise.resolve();
          seen.push(active());
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
    let asked = 0;
    const root: tracing.Sampler = {
      shouldSample: () => ({ decision: asked++ % 2 === 0 ? 2 : 0 }),
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
