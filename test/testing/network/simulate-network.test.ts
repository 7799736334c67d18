import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HttpError, InvalidRequestError } from "../../../src/http/errors.ts";
import type { HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { Context } from "../../../src/service/context.ts";
import { type Outcome, settle } from "../../../src/service/outcome.ts";
import {
  simulateNetwork,
  type SimulatedNetwork,
} from "../../../src/testing/network/simulate-network.ts";
import type { SimulatedHost } from "../../../src/testing/network/simulated-host.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { untyped } from "../../support/untyped.ts";

const MANY = 200;

describe("simulateNetwork", () => {
  it("serves the pages it is given, a 404 where there is none", async () => {
    const { ask } = host({
      pages: {
        "/": "<title>Grüße</title>",
        "/?q=1": "found",
        "/moved": { status: 301, headers: { location: "/" } },
        "/visits": (_, visit) => `visit ${visit}`,
        "/gone": () => undefined,
      },
    });
    expect(await ask("/")).toMatchObject({ status: 200, text: "<title>Grüße</title>" });
    expect(await ask("/?q=1#top")).toMatchObject({ text: "found" });
    expect((await ask("/moved")).headers.get("location")).toBe("/");
    expect(await ask("/visits")).toMatchObject({ text: "visit 1" });
    expect(await ask("/visits#again")).toMatchObject({ text: "visit 2" });
    expect(await ask("/gone")).toMatchObject({ status: 404 });
    expect(await ask("/toString")).toMatchObject({ status: 404 });
  });

  it("serves what one function makes of all requests", async () => {
    const { ask } = host({ pages: ({ url }) => (url.endsWith("/no") ? undefined : url) });
    expect([(await ask("/a")).text, (await ask("/no")).status]).toEqual(["http://a.test/a", 404]);
  });

  it("serves a site that it makes up", async () => {
    const { ask } = host({ pages: 3, linksPerPage: 2 });
    expect((await ask("/")).text).toContain('<a href="/2">');
    expect(await ask("/2")).toMatchObject({ status: 200 });
    expect(await ask("/3")).toMatchObject({ status: 404 });
  });

  it("serves robots.txt as text, a 404 where there is none", async () => {
    const { ask } = host({ robots: "User-agent: *\nDisallow: /x" });
    expect(await ask("/robots.txt")).toMatchObject({ text: "User-agent: *\nDisallow: /x" });
    expect((await ask("/robots.txt")).headers.get("content-type")).toContain("text/plain");
    expect(await host({}).ask("/robots.txt")).toMatchObject({ status: 404 });
    expect(await host({ pages: { "/robots.txt": "own" } }).ask("/robots.txt")).toMatchObject({
      text: "own",
    });
  });

  it("sends no body in answer to HEAD", async () => {
    const { ask } = host({ truncationRate: 1 });
    expect((await ask("/", { method: "head" })).body).toHaveLength(0);
  });

  it("answers for a host on all ports and by both schemes, however its name is written", async () => {
    const network = simulateNetwork({ hosts: { "a.test": {}, "[::1]": {} } });
    const urls = ["https://A.test:8443/", "http://a.test./", "http://[::1]:8080/"];
    const calls = urls.map((url) => network.call({ url }, new Context()));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("takes the time it is told, and says so", async () => {
    const { ask, clock } = host({ latencyMs: 80 });
    expect((await ask("/")).timings).toEqual({ firstByteMs: 80, totalMs: 80 });
    expect(clock.now()).toBe(80);
  });

  it("takes any time between two", async () => {
    const { ask } = host({ pages: MANY, latencyMs: [20, 80] });
    const times: number[] = [];
    for (let n = 1; n < MANY; n++) times.push((await ask(`/${n}`)).timings.totalMs);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...times)).toBeLessThanOrEqual(80);
    expect(times.every(Number.isInteger)).toBe(true);
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(40);
  });

  it.each([
    ["failureRate", (outcome: Outcome<HttpResponse>) => outcome.ok && outcome.value.status >= 500],
    ["resetRate", has("connection_reset")],
    ["truncationRate", has("truncated_body")],
    ["connectFailureRate", has("connect")],
  ] as const)("fails as often as %s says", async (rate, failed) => {
    const count = async (share: number): Promise<number> => {
      const { outcomes } = host({ pages: MANY, [rate]: share });
      return (await outcomes(MANY)).filter(failed).length;
    };
    expect(await count(0)).toBe(0);
    expect(await count(1)).toBe(MANY);
    expect(await count(0.3)).toBeGreaterThan(30);
    expect(await count(0.3)).toBeLessThan(90);
  });

  it("fails with 500 and with 503", async () => {
    const outcomes = await host({ failureRate: 1 }).outcomes(MANY);
    const statuses = new Set(outcomes.map((outcome) => outcome.ok && outcome.value.status));
    expect(statuses).toEqual(new Set([500, 503]));
  });

  it("hands over what had come of a body that is cut off", async () => {
    const { ask } = host({ pages: { "/": "page ".repeat(100) }, truncationRate: 1 });
    const error = await ask("/").catch((error: unknown) => error);
    expect(error).toBeInstanceOf(HttpError);
    const { code, response } = untyped(error) as HttpError;
    expect(code).toBe("truncated_body");
    expect(response).toMatchObject({ status: 200, truncated: true });
    expect("page ".repeat(100).startsWith(response?.text ?? "none")).toBe(true);
    expect(response?.body.length).toBeLessThan(500);
  });

  it("fails as the HTTP client does, without the secrets of the URL", async () => {
    const request = { url: "http://user:secret@a.test/x" };
    const error = await host({ resetRate: 1 })
      .ask("/x", request)
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ name: "HttpError", request, reusedConnection: false });
    expect(error).toMatchObject({ cause: { code: "ECONNRESET" }, response: undefined });
    expect(String(error)).toContain("a.test/x failed: read ECONNRESET");
    expect(String(error)).not.toContain("secret");
  });

  it("knows no other host than its own", async () => {
    const { network } = host({});
    const call = network.call({ url: "http://b.test/" }, new Context());
    await expect(call).rejects.toMatchObject({ code: "dns", cause: { code: "ENOTFOUND" } });
    expect(network.requests).toMatchObject([{ url: "http://b.test/", error: "dns" }]);
  });

  it("lets nobody connect while it is down", async () => {
    const { outcomes, clock } = host({
      down: [
        [100, 200],
        [300, Infinity],
      ],
    });
    const ups: boolean[] = [];
    for (let at = 0; at < 500; at += 50) {
      ups.push((await outcomes(1)).every(({ ok }) => ok));
      clock.advance(50);
    }
    expect(ups).toEqual([true, true, false, false, true, true, false, false, false, false]);
  });

  it("turns away whoever asks faster than it allows, and says when to come again", async () => {
    const { ask, clock } = host({ maxPerSecond: 2 });
    expect([await ask("/"), await ask("/"), await ask("/")].map(({ status }) => status)).toEqual([
      200, 200, 429,
    ]);
    expect((await ask("/")).headers.get("retry-after")).toBe("1");
    clock.advance(1000);
    expect(await ask("/")).toMatchObject({ status: 200 });
  });

  it("ends a call at the time limit of its request, or the deadline", async () => {
    const clock = new VirtualClock();
    const { network } = host({ latencyMs: Infinity });
    const url = "http://a.test/";
    const call = network.call({ url, timeoutMs: 70 }, new Context({ clock }));
    await expect(clock.run(call)).rejects.toMatchObject({ name: "HttpError", code: "timeout" });
    expect(clock.now()).toBe(70);
    const late = network.call({ url }, new Context({ clock, deadline: 90 }));
    await expect(clock.run(late)).rejects.toMatchObject({ code: "timeout" });
    expect(clock.now()).toBe(90);
  });

  it("cuts a body at the cap of the request", async () => {
    const { ask } = host({ pages: { "/": "0123" } });
    expect(await ask("/", { maxBytes: 3 })).toMatchObject({ text: "012", truncated: true });
    expect(await ask("/", { maxBytes: 4 })).toMatchObject({ text: "0123", truncated: false });
  });

  it("rejects with the reason as soon as a call aborts, and leaves nothing behind", async () => {
    const clock = new VirtualClock();
    const { network } = host({ latencyMs: 100 });
    const controller = new AbortController();
    const context = new Context({ clock, signal: controller.signal });
    const call = network.call({ url: "http://a.test/" }, context);
    controller.abort("stop");
    await expect(call).rejects.toBe("stop");
    expect(clock.pending).toBe(0);
    await expect(network.call({ url: "http://a.test/" }, context)).rejects.toBe("stop");
    expect(network.requests).toHaveLength(1);
  });

  it("remembers what it was asked, when, and what came of it", async () => {
    const { ask, network } = host({ pages: { "/": "page" }, latencyMs: 10 });
    await ask("/");
    await ask("/none#x", { method: "post", body: "x" });
    expect(network.requests).toEqual([
      { at: 0, method: "GET", url: "http://a.test/", status: 200, error: undefined },
      { at: 10, method: "POST", url: "http://a.test/none", status: 404, error: undefined },
    ]);
  });

  it("sees nothing of what cannot be sent", async () => {
    const { network } = host({});
    const call = network.call({ url: "/x" }, new Context());
    await expect(call).rejects.toThrow(InvalidRequestError);
    expect(network.requests).toEqual([]);
  });

  it("refuses an option that there is not, and a seed that is no number", () => {
    expect(() => simulateNetwork(untyped({ hosts: {}, sede: 1 }))).toThrow('"sede"');
    expect(() => host({}, Number.NaN)).toThrow('"seed"');
  });

  it("deals the same fates in whatever order calls come", async () => {
    const paths = fc.array(fc.constantFrom("/1", "/2", "/3", "/4"), { maxLength: 12 });
    const orders = paths.chain((paths) =>
      fc.tuple(
        fc.constant(paths),
        fc.shuffledSubarray(paths, { minLength: paths.length, maxLength: paths.length }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer(), orders, async (seed, [paths, others]) => {
        const fates = async (paths: readonly string[]): Promise<readonly string[]> => {
          const { network, clock } = host({ ...odd, pages: 5 }, seed);
          const calls = paths.map((path) =>
            settle(network.call({ url: `http://a.test${path}` }, new Context({ clock }))),
          );
          const outcomes = await clock.run(Promise.all(calls));
          return outcomes.map((outcome, n) => `${paths[n]} ${fateOf(outcome)}`).toSorted();
        };
        expect(await fates(others)).toEqual(await fates(paths));
      }),
      { numRuns: 50 },
    );
  });
});

const odd = {
  latencyMs: [20, 80],
  failureRate: 0.2,
  resetRate: 0.2,
  truncationRate: 0.2,
  connectFailureRate: 0.2,
} as const;

interface Asking {
  readonly network: SimulatedNetwork;
  readonly clock: VirtualClock;
  readonly ask: (path: string, request?: Partial<HttpRequest>) => Promise<HttpResponse>;
  /** What comes of so many pages. */
  readonly outcomes: (pages: number) => Promise<readonly Outcome<HttpResponse>[]>;
}

/** A network of one host, a.test. */
function host(options: SimulatedHost, seed = 0): Asking {
  const network = simulateNetwork({ seed, hosts: { "a.test": options } });
  const clock = new VirtualClock();
  const ask: Asking["ask"] = (path, request) =>
    clock.run(network.call({ url: `http://a.test${path}`, ...request }, new Context({ clock })));
  const outcomes: Asking["outcomes"] = async (pages) => {
    const all: Outcome<HttpResponse>[] = [];
    for (let n = 0; n < pages; n++) all.push(await settle(ask(n === 0 ? "/" : `/${n}`)));
    return all;
  };
  return { network, clock, ask, outcomes };
}

function has(code: string): (outcome: Outcome<HttpResponse>) => boolean {
  return ({ ...outcome }) =>
    !outcome.ok && outcome.error instanceof HttpError && outcome.error.code === code;
}

function fateOf(outcome: Outcome<HttpResponse>): string {
  if (!outcome.ok) return String(outcome.error);
  const { status, timings, text } = outcome.value;
  return `${status} ${timings.totalMs} ${text}`;
}
