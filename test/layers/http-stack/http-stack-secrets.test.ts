import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { CrawlLog } from "../../../src/cli/crawl-log.ts";
import { messageOf } from "../../../src/cli/error-message.ts";
import { layerTreeLines } from "../../../src/cli/layer-tree-lines.ts";
import { LayerTree } from "../../../src/cli/layer-tree.ts";
import { responseLines } from "../../../src/cli/response-lines.ts";
import { crawl } from "../../../src/engine/crawl.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";
import type { HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { responseOf } from "../../../src/http/response-of.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { DiskCache } from "../../../src/layers/disk-cache/disk-cache.ts";
import type { HttpStackOptions } from "../../../src/layers/http-stack/http-stack-options.ts";
import { type HttpStack, httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import { tracing } from "../../../src/layers/tracing/tracing.ts";
import { type Outcome, settle } from "../../../src/service/outcome.ts";
import type { CallOptions } from "../../../src/service/stack.ts";
import {
  answers,
  headers,
  query,
  secret,
  serveSecrets,
  urlOf,
} from "../../support/secret-server.ts";
import type { RawServer } from "../../support/server.ts";
import type { Telemetry } from "../../support/telemetry.ts";
import { textsOf, toldDuring } from "../../support/told.ts";
import { untyped } from "../../support/untyped.ts";

/** What nobody may be told: the secrets, and what Basic makes of them. */
const forbidden = [
  "canary-",
  btoa(`${secret.user}:${secret.password}`),
  btoa(`me:${secret.login}`),
  encodeURIComponent("canary-").replaceAll("-", "%2D"),
];

describe("the whole stack, of secrets", () => {
  it.each(Object.keys(answers))("tells nobody of them at %s", async (path) => {
    await using server = await serveSecrets();
    await using stack = stackOf(server, path === "/blocked" ? guard(server) : {});
    const told = await toldDuring((telemetry) =>
      askTwice(traced(stack.open, telemetry), urlOf(server, path)),
    );
    expect(told.length).toBeGreaterThan(10);
    expect(leaksIn(told)).toEqual([]);
  });

  it("tells nobody of them where it never comes to an exchange", async () => {
    await using server = await serveSecrets();
    const url = urlOf(server, "/ok");
    const dead = url.replace(`:${server.port}`, ":1");
    const cases: readonly (readonly [HttpStackOptions, HttpRequest, CallOptions?])[] = [
      [{}, { url: dead }],
      [
        { dns: { lookup: () => Promise.reject(new Error("no")) } },
        { url: url.replace("127.0.0.1", "shop.test") },
      ],
      [{ ssrfGuard: true }, { url }],
      [{ timeoutMs: 0 }, { url }],
      [{}, { url: url.replace("http:", "ftp:") }],
      [{}, { url: `http://${secret.user}:${secret.password}@` }],
      [{}, { url: ` ${url}` }],
      [{}, { url: url.replace("http", "ht\ntp") }],
      [{ cache: new MemoryCache() }, { url: `http://me:${secret.password}#x@shop.test/` }],
      [{ cache: new MemoryCache() }, { url: `http://me:x/${secret.password}@shop.test/` }],
      [{}, { url: `//me:${secret.password}@shop.test/` }],
      [{}, { url: `me:${secret.password}@shop.test/?${query[0]}` }],
      [{}, { url, method: "A B" }],
      [{}, { url, headers: { [`authorization: Bearer ${secret.bearer}`]: "" } }],
      [{}, { url, headers: { authorization: `Bearer ${secret.bearer}\n` } }],
      [{}, { url, headers: untyped(`authorization: Bearer ${secret.bearer}`) }],
      [{}, { url, headers: untyped([[`authorization: ${secret.bearer}`]]) }],
      [{ circuitBreaker: { cooldownMs: 1e6 } }, { url: dead }],
      [{}, { url }, { startWithinMs: 0 }],
      [{}, { url }, { signal: AbortSignal.abort() }],
      [{}, { url: urlOf(server, "/private") }],
    ];
    for (const [options, asked, call] of cases) {
      await using stack = stackOf(server, options);
      const told = await toldDuring((telemetry) => {
        const open = traced(stack.open, telemetry);
        return askTwice(open, asked.url, { ...asked, headers: asked.headers ?? headers }, call);
      });
      expect([asked, leaksIn(told)]).toEqual([asked, []]);
    }
  });

  it("tells nobody of them in a crawl, nor does what the command prints of it", async () => {
    await using server = await serveSecrets();
    const told = await toldDuring(async (telemetry) => {
      const lines: string[] = [];
      using log = new CrawlLog((line) => lines.push(line));
      await using stack = traced(
        httpStack({ ...optionsFor(server), redirect: false, retry: false }),
        telemetry,
      ).service();
      const start = Object.keys(answers).map((path) => request(urlOf(server, path), { headers }));
      const run = crawl({ service: stack, start, retries: 0, parse: () => [] });
      const stats = await run.done();
      return [...lines, log.firstFailure, stats, run.hosts()];
    });
    expect(leaksIn(told)).toEqual([]);
  });

  it("writes no credential of a request to the disk, and lets nobody else read what is there", async () => {
    await using server = await serveSecrets();
    await using stack = stackOf(server);
    await using http = stack.open.service();
    await http.call({ url: `${server.origin}/ok`, headers });
    const files = filesIn(stack.dir);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const text = readFileSync(file, "latin1").replaceAll(secret.set, "");
      expect([file, leaksIn([file, text])]).toEqual([file, []]);
      expect(statSync(file).mode & 0o077).toBe(0);
    }
  });

  it("shows none where options are wrong", () => {
    const text = `sid=${secret.cookie}`;
    for (const options of [
      { cookies: text },
      { headers: text },
      { headers: [text] },
      { headers: { cookie: `${text}\n` } },
      { headers: { [`cookie: ${text}`]: "" } },
      { auth: text },
      { auth: { origin: `http://${secret.user}:${secret.password}@a.test/`, bearer: "t" } },
      { auth: { origin: "http://a.test", bearer: `${secret.bearer}\n` } },
      { auth: { origin: "http://a.test", header: { name: `X: ${secret.key}`, value: "" } } },
    ]) {
      let error: unknown;
      try {
        httpStack(untyped(options));
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(TypeError);
      expect(leaksIn(textsOf(error))).toEqual([]);
    }
  });
});

interface OpenStack extends AsyncDisposable {
  readonly open: HttpStack;
  readonly dir: string;
}

function optionsFor(server: RawServer): HttpStackOptions {
  return {
    headers,
    auth: [
      { origin: server.origin, header: { name: "X-API-Key", value: secret.key } },
      { origin: server.origin, header: { name: "X-Odd", value: secret.key } },
      { origin: "http://localhost:1", basic: { username: "me", password: secret.login } },
    ],
    cookies: true,
    wafDetect: true,
    limiter: new PerDomainThrottle({ minDelayMs: 0, maxDelayMs: 1 }),
    maxBytes: 1000,
    timeoutMs: 2000,
  };
}

function stackOf(server: RawServer, options: HttpStackOptions = {}): OpenStack {
  const dir = mkdtempSync(join(tmpdir(), "pagoda-secrets-"));
  const cache = new DiskCache({ dir });
  const retry = { backoff: () => 0 };
  const redirect = { limit: 3 };
  return {
    dir,
    open: httpStack({ ...optionsFor(server), cache, retry, redirect, ...options }),
    async [Symbol.asyncDispose]() {
      cache[Symbol.dispose]();
      rmSync(dir, { recursive: true });
    },
  };
}

function guard({ port }: RawServer): HttpStackOptions {
  return { ssrfGuard: { allow: ["127.0.0.1"], ports: [port, 80] } };
}

function traced(stack: HttpStack, telemetry: Telemetry): HttpStack {
  const { tracerProvider, meterProvider } = telemetry;
  return stack
    .without("tracing(call)")
    .without("tracing(attempt)")
    .outer(tracing({ span: "call", tracerProvider, meterProvider }))
    .layer(tracing({ span: "attempt", tracerProvider, meterProvider }));
}

/** Asks twice, since the second time it may come from the cache or meet an open circuit. */
async function askTwice(
  open: HttpStack,
  url: string,
  asked: HttpRequest = { url, headers },
  options: CallOptions = {},
): Promise<readonly unknown[]> {
  using tree = new LayerTree();
  const stack = open.service();
  const outcomes = [
    await settle(stack.call(asked, options)),
    await settle(stack.call(asked, options)),
  ];
  await stack[Symbol.asyncDispose]();
  outcomes.push(await settle(stack.call(asked)));
  return [...layerTreeLines(tree.roots), ...outcomes.flatMap(printed), ...outcomes.map(shown)];
}

function shown(outcome: Outcome<HttpResponse>): unknown {
  return outcome.ok ? outcome.value : outcome.error;
}

/** What the command prints of an outcome. */
function printed(outcome: Outcome<HttpResponse>): readonly string[] {
  const response = responseOf(outcome);
  const lines = response ? responseLines(response) : [];
  return outcome.ok ? lines : [...lines, messageOf(outcome.error)];
}

function leaksIn(texts: readonly string[]): readonly string[] {
  const around = texts.flatMap((text) =>
    forbidden
      .map((it) => text.indexOf(it))
      .filter((at) => at !== -1)
      .map((at) => text.slice(Math.max(0, at - 60), at + 30)),
  );
  return [...new Set(around)];
}

function filesIn(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
