import { describe, expect, it } from "vitest";

import type { HttpRequest } from "../../../src/http/message.ts";
import { HttpResponse } from "../../../src/http/message.ts";
import type { HttpStackOptions } from "../../../src/layers/http-stack/http-stack-options.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { untyped } from "../../support/untyped.ts";

describe("httpStack({ limits })", () => {
  it("puts them where a cache hit passes them by, and the pace of a domain comes last", () => {
    const limits = { perDomain: rate(1), global: rate(2), concurrency: 3 };
    const { length } = httpStack().describe();
    const names = httpStack({ limits }).describe();
    expect(names.slice(names.indexOf("retry"), names.indexOf("timeout"))).toEqual([
      "retry",
      "concurrencyLimit",
      "rateLimit",
      "rateLimit",
      "perDomainRateLimit",
    ]);
    expect(httpStack({ limits: {} }).describe()).toHaveLength(length);
  });

  it("perDomain: each domain has a bucket of its own, in place of the usual delay", async () => {
    const starts = await startsOf({ limits: { perDomain: rate(2) } }, ["a", "a", "a", "b", "b"]);
    expect(starts).toEqual(["a 0", "a 0", "b 0", "b 0", "a 500"]);
    const usual = await startsOf({}, ["a", "a", "b"]);
    expect(usual).toEqual(["a 0", "b 0", "a 200"]);
    const both = await startsOf({ limits: { perDomain: rate(2) }, delayMs: 300 }, ["a", "a"]);
    expect(both).toEqual(["a 0", "a 300"]);
  });

  it("global: all domains share a bucket", async () => {
    const options = { limits: { global: rate(2) } };
    expect(await startsOf(options, ["a", "b", "c"])).toEqual(["a 0", "b 0", "c 500"]);
  });

  it("concurrency: so many are on the wire at once", async () => {
    const options = { limits: { concurrency: 2 } };
    expect(await startsOf(options, ["a", "b", "c"])).toEqual(["a 0", "b 0", "c 1000"]);
  });

  it("refuses an impatient call without spending anything of the other limits", async () => {
    const limits = { perDomain: rate(1), global: { ...rate(1), burst: 3 }, concurrency: 3 };
    const { call, starts, clock } = served({ limits });
    for (const host of ["a", "a", "a", "b", "c"]) {
      void settle(call(host, 0));
      await clock.settle();
    }
    expect(starts).toEqual(["a 0", "b 0", "c 0"]);
  });

  it.each<[unknown, string]>([
    [null, "Expected the options of limits to be an object: got null"],
    [{ perHost: rate(1) }, 'of limits, perDomain, global, concurrency: got "perHost"'],
    [{ concurrency: 0 }, 'Expected "limits.concurrency" to be a whole number >= 1: got 0'],
    [{ concurrency: "8" }, 'Expected "limits.concurrency" to be a whole number >= 1: got "8"'],
    [{ perDomain: null }, "Expected the options of limits.perDomain to be an object: got null"],
    [{ perDomain: 5 }, "Expected the options of limits.perDomain to be an object: got 5"],
    [{ global: true }, "Expected the options of limits.global to be an object: got true"],
    [{ perDomain: {} }, 'Expected "limits.perDomain.limit" to be a finite number > 0'],
    [{ global: { limit: 1 } }, 'Expected "limits.global.intervalMs" to be a finite number > 0'],
    [
      { perDomain: { ...rate(1), burst: 0 } },
      'Expected "limits.perDomain.burst" to be a whole number >= 1: got 0',
    ],
    [
      { perDomain: { ...rate(1), key: () => "all" } },
      'Expected options of limits.perDomain, limit, intervalMs, burst: got "key"',
    ],
    [
      { global: { ...rate(1), maxKeys: 5 } },
      'Expected options of limits.global, limit, intervalMs, burst: got "maxKeys"',
    ],
  ])("refuses the limits %j, and says where", (limits, message) => {
    expect(() => httpStack({ limits: untyped(limits) })).toThrow(message);
  });

  it("leaves what is wrong with a URL to the leaf", async () => {
    const leaf = httpStack({ limits: { perDomain: rate(1) }, robots: false }).service();
    await expect(leaf.call({ url: "nowhere" })).rejects.toMatchObject({ code: "invalid_request" });
    await leaf[Symbol.asyncDispose]();
  });
});

describe("httpStack({ circuitBreaker })", () => {
  it("holds calls off a host that fails, and lets the others through; it is off by default", async () => {
    const options = { retry: false, classify: false, delayMs: 0 } as const;
    const hosts = ["down", "down", "down", "down", "down", "down"];
    expect((await outcomes({ ...options, circuitBreaker: true }, hosts, down)).at(-1)).toBe(
      "circuit_open",
    );
    expect((await outcomes(options, hosts, down)).at(-1)).toBe("500");
  });

  it.each([null, 5, "on"])(
    "refuses %j, which is neither a switch nor options",
    (circuitBreaker) => {
      expect(() => httpStack(untyped({ circuitBreaker }))).toThrow(
        `Expected "circuitBreaker" to be true, false or options: got ${JSON.stringify(circuitBreaker)}`,
      );
    },
  );

  it("sees each attempt, below retry", () => {
    const names = httpStack({ circuitBreaker: { probes: 2 } }).describe();
    expect(names.indexOf("circuitBreaker")).toBe(names.indexOf("retry") + 1);
  });
});

function down(request: HttpRequest): HttpResponse {
  return page(request, 500);
}

function rate(limit: number): { readonly limit: number; readonly intervalMs: number } {
  return { limit, intervalMs: 1000 };
}

function page({ url }: HttpRequest, status = 200): HttpResponse {
  return new HttpResponse({ url, status });
}

/** A stack whose leaf takes a second for each request. */
function served(options: HttpStackOptions) {
  const clock = new VirtualClock();
  const starts: string[] = [];
  const service = httpStack({ robots: false, retry: false, ...options }).service(
    async (request, context) => {
      starts.push(`${new URL(request.url).host} ${clock.now()}`);
      await context.sleep(1000);
      return page(request);
    },
    { clock },
  );
  const call = (host: string, startWithinMs = Infinity): Promise<HttpResponse> =>
    service.call({ url: `http://${host}/` }, { startWithinMs });
  return { call, clock, service, starts };
}

/** When the requests to these hosts, made at once, have started. */
async function startsOf(options: HttpStackOptions, hosts: readonly string[]) {
  const { call, clock, starts } = served(options);
  await clock.run(Promise.all(hosts.map((host) => call(host))));
  return starts;
}

/** How requests to these hosts end, made one after the other. */
async function outcomes(
  options: HttpStackOptions,
  hosts: readonly string[],
  answer: (request: HttpRequest) => HttpResponse,
): Promise<readonly string[]> {
  const clock = new VirtualClock();
  const service = httpStack({ robots: false, ...options }).service(
    async (request) => answer(request),
    { clock },
  );
  const ends: string[] = [];
  for (const host of hosts) {
    const outcome = await clock.run(settle(service.call({ url: `http://${host}/` })));
    ends.push(outcome.ok ? String(outcome.value.status) : codeOf(outcome.error));
  }
  return ends;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
