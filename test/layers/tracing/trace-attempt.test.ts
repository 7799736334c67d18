import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";

import { HttpError } from "../../../src/http/errors.ts";
import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { WafBlocked } from "../../../src/http/status-error.ts";
import { tracing } from "../../../src/layers/tracing/tracing.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { settle } from "../../../src/service/outcome.ts";
import { ask, attempts, calls, WALL_MS } from "../../support/ask-traced.ts";
import { Telemetry } from "../../support/telemetry.ts";

const url = "https://shop.test/a";

describe("attemptTracer", () => {
  it("makes a CLIENT span of each request on the wire", async () => {
    const asked = await ask([{ status: 200, body: "12345" }]);
    expect(attempts(asked)).toMatchObject([
      {
        name: "GET",
        kind: SpanKind.CLIENT,
        status: { code: SpanStatusCode.UNSET },
        attributes: {
          "http.request.method": "GET",
          "url.full": url,
          "server.address": "shop.test",
          "server.port": 443,
          "http.response.status_code": 200,
          "http.response.body.size": 5,
        },
      },
    ]);
    expect(attempts(asked)[0]?.attributes).not.toHaveProperty("error.type");
  });

  it("takes its times from the clock of the stack", async () => {
    const asked = await ask([{}], { latencyMs: 1250 });
    const [span] = attempts(asked);
    expect(span?.startTime).toEqual([WALL_MS / 1000, 0]);
    expect(span?.endTime).toEqual([WALL_MS / 1000 + 1, 250_000_000]);
  });

  it("counts what is sent again, be it after a failure or a redirect", async () => {
    const moved = { status: 301, headers: { location: "/b" } };
    const asked = await ask([{ status: 503 }, moved, { status: 503 }, { status: 200 }]);
    const counts = attempts(asked).map((span) => span.attributes["http.request.resend_count"]);
    expect(counts).toEqual([undefined, 1, 2, 3]);
    const [call] = calls(asked);
    const parents = attempts(asked).map((span) => span.parentSpanContext?.spanId);
    expect(parents).toEqual(Array.from({ length: 4 }, () => call?.spanContext().spanId));
  });

  it("links each request that is sent again to the one before", async () => {
    const asked = await ask([{ status: 503 }, { status: 301, headers: { location: "/b" } }, {}]);
    const links = attempts(asked).map((span) => span.links.map(({ context }) => context.spanId));
    const ids = attempts(asked).map((span) => span.spanContext().spanId);
    expect(links).toEqual([[], [ids[0]], [ids[1]]]);
  });

  it("tells by which version of HTTP a response came, where that is known", async () => {
    const versions = (["1.1", "2", undefined] as const).map(async (httpVersion) => {
      const asked = await ask([{ httpVersion }]);
      const [measured] = await asked.telemetry.measured();
      const told = [attempts(asked)[0]?.attributes, measured?.attributes];
      return told.map((attributes) => attributes?.["network.protocol.version"]);
    });
    expect(await Promise.all(versions)).toEqual([
      ["1.1", "1.1"],
      ["2", "2"],
      [undefined, undefined],
    ]);
  });

  it("counts what retry sends again where no call is traced", async () => {
    const asked = await ask([{ status: 503 }, {}], { spans: ["attempt"] });
    const counts = asked.telemetry.spans.map(
      (span) => span.attributes["http.request.resend_count"],
    );
    expect(counts).toEqual([undefined, 1]);
  });

  it.each([
    [404, "404"],
    [503, "503"],
  ])("makes an error of the status %d", async (status, type) => {
    const asked = await ask([{ status }], { retries: 0 });
    expect(attempts(asked)).toMatchObject([
      {
        status: { code: SpanStatusCode.ERROR },
        attributes: { "http.response.status_code": status, "error.type": type },
      },
    ]);
  });

  it.each([
    [new HttpError("dns", "no such host", { request: { url } }), "dns"],
    [new TypeError("bug"), "TypeError"],
    [blocked(200), "waf_blocked"],
    [blocked(403), "403"],
  ])("names the error %s", async (error, type) => {
    const asked = await ask([error], { retries: 0 });
    expect(attempts(asked)).toMatchObject([
      { status: { code: SpanStatusCode.ERROR }, attributes: { "error.type": type } },
    ]);
  });

  it("ends with an error when time runs out", async () => {
    const asked = await ask([{}], { latencyMs: Infinity, timeoutMs: 100, retries: 0 });
    expect(attempts(asked)).toMatchObject([
      { status: { code: SpanStatusCode.ERROR }, attributes: { "error.type": "timeout" } },
    ]);
  });

  it("ends without an error as soon as the caller aborts, though the leaf goes on", async () => {
    const controller = new AbortController();
    const { telemetry, clock } = await ask([{}], {
      leafIgnoresAbort: true,
      latencyMs: 1000,
      signal: controller.signal,
      meanwhile: () => controller.abort("stop"),
    });
    expect(telemetry.spans.map(({ status }) => status.code)).toEqual([0, 0]);
    expect(telemetry.spans.filter(({ attributes }) => "error.type" in attributes)).toEqual([]);
    expect(await telemetry.measured()).toEqual([]);
    clock.advance(1000);
    await clock.settle();
    expect(telemetry.spans).toHaveLength(2);
  });

  it("shows neither passwords nor secrets of the query", async () => {
    const request = { url: "https://me:pw@shop.test/a?token=s3cret&q=1" };
    const asked = await ask([{}], { request });
    const shown = "https://REDACTED:REDACTED@shop.test/a?token=REDACTED&q=1";
    expect(asked.telemetry.spans.map((span) => span.attributes["url.full"])).toEqual([
      shown,
      shown,
    ]);
  });

  it("hides other secrets where it is told which", async () => {
    const request = { url: "https://shop.test/a?token=1&Pin=2" };
    const asked = await ask([{}], { request, attempt: { secretParams: ["pin"] } });
    expect(attempts(asked)[0]?.attributes["url.full"]).toBe(
      "https://shop.test/a?token=1&Pin=REDACTED",
    );
  });

  it("tells methods that are not known apart from their name", async () => {
    const asked = await ask([{}, {}], { request: { url, method: "PURGE" } });
    expect(attempts(asked)[0]).toMatchObject({
      name: "HTTP",
      attributes: { "http.request.method": "_OTHER", "http.request.method_original": "PURGE" },
    });
    const attempt = { knownMethods: ["PURGE"] };
    const known = await ask([{}], { request: { url, method: "PURGE" }, attempt });
    expect(attempts(known)[0]).toMatchObject({
      name: "PURGE",
      attributes: { "http.request.method": "PURGE" },
    });
  });

  it.each([
    ["http://shop.test/", "shop.test", 80],
    ["http://shop.test:8080/", "shop.test", 8080],
    ["https://[::1]/", "::1", 443],
  ])("tells of %s the server", async (url, address, port) => {
    const asked = await ask([{}], { request: { url } });
    expect(attempts(asked)[0]?.attributes).toMatchObject({
      "server.address": address,
      "server.port": port,
    });
  });

  it("tells the size on the wire of a coded body, where the server does", async () => {
    const coded = { body: "x".repeat(1000), headers: { "content-encoding": "gzip" } };
    const sized = { ...coded, headers: { ...coded.headers, "content-length": "29" } };
    const sizes = [coded, sized].map(async (response) => {
      const asked = await ask([response]);
      return attempts(asked)[0]?.attributes["http.response.body.size"];
    });
    expect(await Promise.all(sizes)).toEqual([undefined, 29]);
  });

  it("measures its time in seconds", async () => {
    const asked = await ask([{ status: 404 }], { latencyMs: 250 });
    expect(await asked.telemetry.measured()).toEqual([
      {
        name: "http.client.request.duration",
        unit: "s",
        attributes: {
          "http.request.method": "GET",
          "server.address": "shop.test",
          "server.port": 443,
          "http.response.status_code": 404,
          "error.type": "404",
        },
        count: 1,
        sum: 0.25,
        boundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
      },
    ]);
  });

  it("counts the requests that are under way, by method and server", async () => {
    const telemetry = new Telemetry();
    const { tracerProvider, meterProvider } = telemetry;
    const ends: (() => void)[] = [];
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(tracing({ span: "attempt", tracerProvider, meterProvider }))
      .service(
        ({ url }) =>
          new Promise((resolve, reject) => {
            ends.push(
              () => resolve(new HttpResponse({ url, status: 200 })),
              () => reject(new Error("x")),
            );
          }),
      );
    const server = JSON.stringify({
      "http.request.method": "GET",
      "server.address": "shop.test",
      "server.port": 443,
    });
    const active = async (): Promise<number | undefined> =>
      (await telemetry.counted("http.client.active_requests")).get(server);
    const calls = [settle(stack.call({ url })), settle(stack.call({ url }))];
    expect(await active()).toBe(2);
    ends[0]?.();
    await calls[0];
    expect(await active()).toBe(1);
    ends[3]?.();
    await calls[1];
    expect(await active()).toBe(0);
  });
});

function blocked(status: number): WafBlocked {
  const response = new HttpResponse({ url, status });
  return new WafBlocked({ url }, response, { vendor: "f5", signals: [] });
}
