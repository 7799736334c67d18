import type { IncomingMessage, ServerResponse } from "node:http";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { crawl } from "../../../src/engine/crawl.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";
import { MemoryCookieJar } from "../../../src/layers/cookies/memory-cookie-jar.ts";
import type { HttpStackOptions } from "../../../src/layers/http-stack/http-stack-options.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { authority, serveHttps } from "../../support/secure-server.ts";
import { serveHttp, type TestServer } from "../../support/server.ts";

describe("httpStack, of redirects over origins that differ by scheme, host or port", () => {
  it("shows no origin a credential that is meant for another", async () => {
    await using world = await openWorld();
    await fc.assert(
      fc.asyncProperty(hops, configs, async (hops, config) => {
        world.heard.length = 0;
        const start = world.urlOf(hops);
        await using http = httpStack(optionsFor(world, hops, config)).service();
        const response = await http.call({
          ...askFor(world, hops, config),
          url: config.url ? start.replace("://", "://me:for-0@") : start,
        });
        expect(response.redirects).toHaveLength(hops.length - 1);
        expect(pagesOf(world)).toEqual(hops.map(({ to }) => world.origins[to]));
        expect(misdirected(world, hops)).toEqual([]);
        expect(authorized(world, config)).toEqual(pagesOf(world, config.auth ?? Infinity));
      }),
      { numRuns: 20 },
    );
  });

  it("nor does a crawl", async () => {
    await using world = await openWorld();
    await fc.assert(
      fc.asyncProperty(hops, configs, async (hops, config) => {
        world.heard.length = 0;
        const { headers: _, ...options } = optionsFor(world, hops, config); // those are for all
        await using service = httpStack({ ...options, redirect: false, retry: false }).service();
        const own = config.own?.filter((name) => name !== "x-odd"); // which only `redirect` is told
        const { url, headers } = askFor(world, hops, { own: own ?? [] });
        const start = request(url, { headers });
        await crawl({ service, start, scope: "all", parse: () => [] }).done();
        expect(world.heard.length).toBeGreaterThan(0);
        expect(misdirected(world, hops)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it("hands on a body where method and body are kept, and nothing else", async () => {
    await using world = await openWorld();
    const status = fc.constantFrom(301, 302, 303, 307, 308);
    const list = fc.array(fc.record({ to: fc.nat(3), status }), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(list, async (hops) => {
        world.heard.length = 0;
        await using http = httpStack(optionsFor(world, hops, {})).service();
        const headers = { "content-type": "text/plain" };
        await http.call({ url: world.urlOf(hops), method: "POST", body: "four", headers });
        const lost = hops.findIndex(({ status }) => status < 307);
        const kept = lost === -1 ? hops.length : lost + 1;
        const bodies = world.heard.map(({ method, body, headers }) => [
          method,
          body,
          headers["content-type"],
        ]);
        expect(bodies).toEqual(
          hops.map((_, n) => (n < kept ? ["POST", "four", "text/plain"] : ["GET", "", undefined])),
        );
      }),
      { numRuns: 12 },
    );
  });

  it("tells another origin of a Referer its origin at most, and nothing from https to http", async () => {
    await using world = await openWorld();
    const [plain = "", other = "", , secure = ""] = world.origins;
    const refererAfter = async (from: number, to: number, referer: string): Promise<unknown> => {
      world.heard.length = 0;
      const hops = [from, to].map((to) => ({ to, status: 302 }));
      await using http = httpStack(optionsFor(world, hops, {})).service();
      await http.call({ url: world.urlOf(hops), headers: { referer } });
      return world.heard[1]?.headers.referer;
    };
    expect(await refererAfter(0, 0, `${plain}/a?b`)).toBe(`${plain}/a?b`);
    expect(await refererAfter(0, 1, `${plain}/a?b`)).toBe(`${plain}/`);
    expect(await refererAfter(1, 3, `${other}/a?b`)).toBe(`${other}/`);
    expect(await refererAfter(3, 0, `${secure}/a?b`)).toBeUndefined();
    expect(await refererAfter(0, 1, "no URL")).toBeUndefined();
  });
});

function named({ port }: TestServer): string {
  return `localhost:${port}`;
}

/** One request of a chain: to which origin, and by which status it leads on. */
interface Hop {
  readonly to: number;
  readonly status: number;
}

interface Config {
  /** Headers of the request itself. */
  readonly own?: readonly string[];
  /** Headers that the stack adds. */
  readonly added?: readonly string[];
  /** The origin that `auth` is for. */
  readonly auth?: number | undefined;
  /** Whether the URL holds a user name and password. */
  readonly url?: boolean;
  readonly cookies?: boolean;
  readonly robots?: boolean;
}

const secrets = ["authorization", "cookie", "proxy-authorization", "x-api-key", "x-odd", "referer"];
const hops = fc.array(fc.record({ to: fc.nat(3), status: fc.constantFrom(302, 307, 303) }), {
  minLength: 1,
  maxLength: 6,
});
const configs: fc.Arbitrary<Config> = fc.record({
  own: fc.subarray(secrets),
  added: fc.subarray(secrets),
  auth: fc.option(fc.nat(3), { nil: undefined }),
  url: fc.boolean(),
  cookies: fc.boolean(),
  robots: fc.boolean(),
});

interface Heard {
  readonly origin: string;
  readonly path: string;
  readonly method: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Four origins on this machine, and all that they hear. */
interface World extends AsyncDisposable {
  readonly origins: readonly string[];
  readonly heard: Heard[];
  /** The URL that begins a chain. */
  urlOf(hops: readonly Hop[]): string;
}

async function openWorld(): Promise<World> {
  const heard: Heard[] = [];
  const origins: string[] = [];
  const answer = (scheme: string) => async (asked: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of asked) body += String(chunk);
    const { method, headers, url: path = "" } = asked;
    heard.push({ origin: `${scheme}//${headers.host}`, path, method, headers, body });
    if (path === "/robots.txt") return void response.writeHead(404).end();
    const [, here = "", ...rest] = path.split("/");
    const [to = ""] = (rest[0] ?? "").split("-");
    response.setHeader("set-cookie", `jar${heard.length}=for-host-${hostOf(headers.host)}; Path=/`);
    if (rest.length === 0) return void response.end("ok");
    const location = `${origins[Number(to)]}/${rest.join("/")}`;
    return void response.writeHead(Number(here.split("-")[1]), { location }).end();
  };
  const listener = (scheme: string) => (asked: IncomingMessage, response: ServerResponse) =>
    void answer(scheme)(asked, response);
  const first = await serveHttp(listener("http:"));
  const second = await serveHttp(listener("http:"));
  const secure = await serveHttps(listener("https:"));
  origins.push(first.origin, second.origin, `http://${named(first)}`, `https://${named(secure)}`);
  return {
    origins,
    heard,
    urlOf: (hops) => {
      const path = hops.map(({ to, status }) => `${to}-${status}`).join("/");
      return `${origins[hops[0]?.to ?? 0]}/${path}`;
    },
    async [Symbol.asyncDispose]() {
      for (const server of [first, second, secure]) await server[Symbol.asyncDispose]();
    },
  };
}

/** Secrets name whom they are for: the first origin of the chain (0), the one of `auth`, or a host. */
function askFor(
  world: World,
  hops: readonly Hop[],
  { own = [] }: Config,
): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  return { url: world.urlOf(hops), headers: forFirst(own) };
}

function forFirst(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => [name, name === "referer" ? "http://a.test/for-0" : `own=for-0`]),
  );
}

function optionsFor(world: World, hops: readonly Hop[], config: Config): HttpStackOptions {
  const { added = [], auth, cookies = false, robots = false } = config;
  const origin = world.origins[auth ?? 0] ?? "";
  const jar = new MemoryCookieJar();
  jar.setCookie("before=for-host-localhost; Secure", `https://localhost/`);
  return {
    limiter: false,
    robots,
    tls: { ca: authority },
    dns: { lookup: async () => ["127.0.0.1"] },
    redirect: { limit: hops.length, sensitiveHeaders: ["X-Odd"] },
    headers: forFirst(added.filter((name) => name !== "referer")),
    cookies: cookies ? jar : false,
    ...(auth !== undefined && {
      auth: [
        { origin, bearer: `for-auth-${auth}` },
        { origin, header: { name: "X-Tenant", value: `for-auth-${auth}` } },
      ],
    }),
  };
}

/** What was heard by an origin that it was not meant for. */
function misdirected({ heard, origins }: World, hops: readonly Hop[]): readonly unknown[] {
  const first = origins[hops[0]?.to ?? 0];
  const crossed = heard.findIndex(({ origin }) => origin !== first);
  return heard.flatMap(({ origin, headers }, n) => {
    const hasLeft = crossed !== -1 && n >= crossed;
    const told = Object.entries({ ...headers, authorization: plainOf(headers.authorization) });
    return told
      .flatMap(([name, value]) =>
        [...String(value).matchAll(/for-(0|auth-\d|host-[\w.]+)/g)].map(([, whom = ""]) => ({
          name,
          whom,
          origin,
        })),
      )
      .filter(({ whom }) => {
        if (whom === "0") return hasLeft;
        if (whom.startsWith("auth-")) return origin !== origins[Number(whom.slice(5))];
        return whom.slice("host-".length) !== hostOf(headers.host);
      });
  });
}

/** Basic authorization in clear. */
function plainOf(authorization = ""): string {
  const [, basic] = /^Basic (.*)$/.exec(authorization) ?? [];
  return basic === undefined ? authorization : Buffer.from(basic, "base64").toString();
}

/** The origins that pages were asked of, in order. */
function pagesOf({ heard, origins }: World, only?: number): readonly string[] {
  const pages = heard.filter(({ path }) => path !== "/robots.txt").map(({ origin }) => origin);
  return only === undefined ? pages : pages.filter((origin) => origin === origins[only]);
}

/** The origins that were shown what `auth` has for them. */
function authorized({ heard }: World, { auth }: Config): readonly string[] {
  const pages = heard.filter(({ path }) => path !== "/robots.txt");
  const shown = pages.filter(({ headers }) => headers["x-tenant"] === `for-auth-${auth}`);
  return shown.map(({ origin }) => origin);
}

function hostOf(host = ""): string {
  return host.replace(/:\d+$/, "");
}
