import { once } from "node:events";

import { describe, expect, it } from "vitest";

import { type ReceivedPoint, type ReceivedSpan, receiveOtlp } from "../../support/otlp-receiver.ts";
import { serveSockets, type TestServer } from "../../support/server.ts";
import { folder, pagoda, start } from "../command.ts";
import { smallSite } from "./small-site.ts";
import { withoutSdk } from "./without-sdk.ts";

const json = { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };

describe("pagoda --otlp", () => {
  it("sends the traces and figures of a crawl with a retry, a redirect and a refusal", async () => {
    await using site = await smallSite();
    await using receiver = await receiveOtlp();
    const { code, stderr } = await run(["--otlp", receiver.origin], site, json);
    expect([code, stderr.includes("Telemetry")]).toEqual([0, false]);
    const spans = receiver.spans();
    const server = { "server.address": "127.0.0.1", "server.port": site.port };

    const pages = spansOf(spans, "page");
    expect(outcomes(pages)).toEqual({
      "/": ["page"],
      "/moved": ["redirect"],
      "/flaky": ["retry", "page"],
      "/private": ["refused"],
      "/gone": ["failed"],
    });
    for (const { parentSpanId, attributes } of pages) {
      expect(parentSpanId).toBeUndefined();
      expect(attributes).toMatchObject({ "http.request.method": "GET", ...server });
    }
    const within = ["fetch", "parse", "sink"].map((name) => parentsOf(spansOf(spans, name), spans));
    expect(within).toEqual([["page"], ["page"], ["page"]]);
    expect(spansOf(spans, "sink")).toHaveLength(2);

    const attempts = spansOf(spans, "GET").filter((span) => pathOf(span) !== "/robots.txt");
    expect(parentsOf(attempts, spans)).toEqual(["fetch"]);
    expect(new Set(attempts.map(({ kind }) => kind))).toEqual(new Set([3])); // CLIENT
    const [failed, again] = attempts.filter((span) => pathOf(span) === "/flaky");
    expect(failed).toMatchObject({
      status: { code: 2 },
      attributes: { "http.response.status_code": 503, "error.type": "503" },
    });
    expect(again?.links).toEqual([{ spanId: failed?.spanId }]);
    expect(again?.attributes).toEqual({
      "http.request.method": "GET",
      "url.full": `${site.origin}/flaky`,
      ...server,
      "http.request.resend_count": 2, // after the redirect that led there, too
      "http.response.status_code": 200,
      "http.response.body.size": 4,
      "network.protocol.version": "1.1",
    });

    expect(figures(receiver.points())).toMatchObject({
      "pagoda.crawl.pages {page}": 2,
      "pagoda.crawl.items {item}": 2,
      "pagoda.crawl.retries {retry}": 1,
      "pagoda.crawl.queued_requests {request}": 0,
      "pagoda.crawl.active_requests {request}": 0,
      "pagoda.crawl.held_hosts {host}": 0,
      "pagoda.crawl.cache_hits {response} fresh": 0,
      "pagoda.crawl.unfetched_urls {url} robots": 1,
      "pagoda.crawl.errors {error} gone": 1,
      "pagoda.circuit_breaker.circuits {circuit} open": 0,
    });
    const measured = receiver
      .points()
      .filter(({ name }) => name === "http.client.request.duration");
    expect(new Set(measured.map(({ unit }) => unit))).toEqual(new Set(["s"]));
    const counts = measured.map(({ attributes, value }) => [
      attributes["http.response.status_code"],
      value,
    ]);
    expect(Object.fromEntries(counts)).toEqual({ 200: 3, 302: 1, 410: 1, 503: 1 });
  });

  it("tells of a second crawl that its pages came from the cache, and sent nothing", async () => {
    await using site = await smallSite();
    await using dir = await folder();
    const cache = ["--cache", dir.path];
    await run([...cache, "--no-robots"], site);
    await using receiver = await receiveOtlp();
    await run([...cache, "--no-robots", "--otlp", receiver.origin], site, json);
    const home = spansOf(receiver.spans(), "page").find((span) => pathOf(span) === "/");
    const within = receiver.spans().filter(({ traceId }) => traceId === home?.traceId);
    expect(within.map(({ name }) => name).toSorted()).toEqual(["fetch", "page", "parse", "sink"]);
    const hits = figures(receiver.points())["pagoda.crawl.cache_hits {response} fresh"];
    expect(hits).toBeGreaterThanOrEqual(2);
  });

  it("says of the process what it is and where, but not its arguments", async () => {
    await using site = await smallSite();
    await using receiver = await receiveOtlp();
    const secret = ["--header", "X-Api-Key: hush", "--max-pages", "1"];
    await run([...secret, "--otlp", receiver.origin], site, json, "/?token[]=hush;token=hush");
    expect(receiver.resource()).toMatchObject({
      "service.name": "pagoda",
      "service.version": expect.stringMatching(/^\d/),
      "telemetry.sdk.language": "nodejs",
    });
    const sent = receiver.deliveries.map(({ bytes }) => bytes.toString()).join("");
    expect(sent).toContain("token[]=REDACTED");
    expect(sent).not.toContain("hush");
  });

  it("does what the environment says, of a fetch too, in protobuf by default", async () => {
    await using site = await smallSite();
    await using receiver = await receiveOtlp();
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin };
    await pagodaWith(["fetch", `${site.origin}/flaky`], endpoint);
    expect(receiver.deliveries.map(({ path, type }) => `${path} ${type}`).toSorted()).toEqual([
      "/v1/metrics application/x-protobuf",
      "/v1/traces application/x-protobuf",
    ]);
    const traces = receiver.deliveries.find(({ path }) => path === "/v1/traces");
    expect(traces?.bytes.includes("http.request.resend_count")).toBe(true);
    await pagodaWith(["fetch", site.origin], { ...endpoint, ...json, OTEL_SERVICE_NAME: "shop" });
    expect(receiver.resource()).toMatchObject({ "service.name": "shop" });
    const before = receiver.deliveries.length;
    await pagodaWith(["fetch", site.origin], { ...endpoint, OTEL_SDK_DISABLED: "true" });
    await pagodaWith(["fetch", site.origin], {});
    expect(receiver.deliveries).toHaveLength(before);
  });

  it("tells nothing with --no-tracing", async () => {
    await using site = await smallSite();
    await using receiver = await receiveOtlp();
    await run(["--otlp", receiver.origin, "--no-tracing"], site, json);
    expect(receiver.spans()).toEqual([]);
    expect(receiver.points()).toEqual([]);
  });

  it("tells once of a receiver that is not there, and crawls all the same", async () => {
    await using site = await smallSite();
    const { code, stderr } = await run(["--otlp", "http://me:hush@127.0.0.1:1/"], site);
    expect(code).toBe(0);
    const told = stderr.split("\n").filter((line) => line.startsWith("Telemetry"));
    expect(told).toEqual([expect.stringContaining("cannot be sent to http://REDACTED:REDACTED@")]);
    expect(stderr).toContain("ECONNREFUSED");
    expect(stderr).not.toContain("hush");
  });

  it("keeps the SDK's own words off the standard output, where the pages go", async () => {
    await using site = await smallSite();
    await using receiver = await receiveOtlp();
    const noisy = { OTEL_TRACES_EXPORTER: "console,otlp", OTEL_LOG_LEVEL: "debug" };
    const env = { ...json, ...noisy };
    const { code, stderr, stdout } = await run(["--otlp", receiver.origin], site, env);
    const pages = stdout.trimEnd().split("\n");
    expect([code, pages.every((line) => line.startsWith('{"url":'))]).toEqual([0, true]);
    expect(stderr).toContain("Telemetry: OTEL_TRACES_EXPORTER: console is left out");
    expect(stderr).toContain("Telemetry: @opentelemetry/api: Registered a global for trace");
    expect(spansOf(receiver.spans(), "page").length).toBeGreaterThan(0);
  });

  it.each(["fetch", "crawl"])(
    "has %s not rule the terminal by what a variable holds",
    async (command) => {
      const env = { OTEL_TRACES_EXPORTER: "a\u009b31m", OTEL_METRICS_EXPORTER: "none" };
      const { stderr } = await pagodaWith(
        [command, "http://127.0.0.1:1/", "--no-robots", "--no-retry"],
        env,
      );
      expect(stderr).toContain('got "a\uFFFD31m"');
      expect(stderr).not.toContain("\u009b");
    },
  );

  it("sends what is left after a signal", async () => {
    await using receiver = await receiveOtlp();
    const { code } = await interrupted(receiver, json);
    expect(code).toBe(130);
    expect(spansOf(receiver.spans(), "page").map(pathOf)).toContain("/");
  });

  it("does not wait for ever for a receiver that says nothing, nor after a signal", async () => {
    await using silent = await serveSockets(() => {});
    const { code, stderr } = await interrupted(silent, { OTEL_EXPORTER_OTLP_TIMEOUT: "60000" });
    expect(code).toBe(130);
    expect(stderr).toContain("It took longer than 3000 ms");
  });

  it("says what to install where the SDK is absent, unless only the environment asks for it", async () => {
    await using site = await smallSite();
    const absent = { NODE_OPTIONS: `--import=${withoutSdk}` };
    const args = ["fetch", `${site.origin}/private`, "--no-robots"];
    const asked = await pagodaWith([...args, "--otlp", "http://127.0.0.1:1"], absent);
    const how = "the package @opentelemetry/sdk-node: npm install @opentelemetry/sdk-node";
    expect([asked.code, asked.stderr]).toEqual([2, `pagoda: Expected for --otlp ${how}\n`]);
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
    const { code, stderr } = await pagodaWith(args, { ...absent, ...endpoint });
    expect([code, stderr]).toEqual([
      0,
      `pagoda: No telemetry is sent, as the OTEL_ variables ask for, without ${how}\n`,
    ]);
  });

  it.each(["localhost:4318", "ftp://h/", "http://h/?token=hush", ""])(
    "refuses the receiver %j, without a word of it",
    async (otlp) => {
      const { code, stderr } = await pagoda(["crawl", "http://127.0.0.1:1/", "--otlp", otlp]);
      expect([code, stderr]).toEqual([
        2,
        "pagoda: Expected --otlp to be an http or https URL without a query, such as http://localhost:4318\n",
      ]);
    },
  );
});

/** A crawl that is stopped after its first page. */
async function interrupted(
  { origin }: TestServer,
  env: Readonly<Record<string, string>>,
): ReturnType<typeof pagoda> {
  await using site = await smallSite();
  const slowly = ["--no-robots", "--delay", "1h", "--otlp", origin];
  const running = start(["crawl", site.origin, ...slowly], undefined, "pipe", env);
  await once(running.child.stdout ?? running.child, "data");
  running.child.kill("SIGINT");
  return await running.ended;
}

function run(
  options: readonly string[],
  { origin }: TestServer,
  env: Readonly<Record<string, string>> = {},
  path = "/",
): ReturnType<typeof pagoda> {
  const quick = ["--delay", "0", "--concurrency", "1"];
  return pagodaWith(["crawl", origin + path, ...quick, ...options], env);
}

function pagodaWith(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ReturnType<typeof pagoda> {
  return start(args, undefined, "pipe", env).ended;
}

function spansOf(spans: readonly ReceivedSpan[], name: string): readonly ReceivedSpan[] {
  return spans.filter((span) => span.name === name);
}

/** The names of their parents, each once. */
function parentsOf(
  children: readonly ReceivedSpan[],
  spans: readonly ReceivedSpan[],
): readonly (string | undefined)[] {
  const parents = children.map(({ parentSpanId, traceId }) =>
    spans.find((span) => span.traceId === traceId && span.spanId === parentSpanId),
  );
  return [...new Set(parents.map((parent) => parent?.name))];
}

function pathOf({ attributes }: ReceivedSpan): string {
  return new URL(String(attributes["url.full"])).pathname;
}

function outcomes(pages: readonly ReceivedSpan[]): Readonly<Record<string, readonly unknown[]>> {
  const byPath: Record<string, unknown[]> = {};
  for (const page of pages) {
    (byPath[pathOf(page)] ??= []).push(page.attributes["pagoda.crawl.outcome"]);
  }
  return byPath;
}

function figures(points: readonly ReceivedPoint[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    points.map(({ name, unit, attributes, value }) => [
      [name, unit, ...Object.values(attributes)].join(" "),
      value,
    ]),
  );
}
