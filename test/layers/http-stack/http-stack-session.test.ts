import { describe, expect, it } from "vitest";

import { HttpHeaders } from "../../../src/http/headers.ts";
import { HttpResponse } from "../../../src/http/message.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { MemoryCookieJar } from "../../../src/layers/cookies/memory-cookie-jar.ts";
import type { HttpStackOptions } from "../../../src/layers/http-stack/http-stack-options.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { serveHttp } from "../../support/server.ts";
import { untyped } from "../../support/untyped.ts";

const origin = "https://shop.test";

describe("httpStack, of a session", () => {
  it("stacks auth and cookies where they see each hop, and the cache sees them", () => {
    const stack = httpStack({
      headers: {},
      userAgent: "a/1",
      auth: { origin, bearer: "t" },
      cookies: true,
      cache: new MemoryCache(),
    });
    const names = ["redirect", "robots", "headers", "userAgent", "auth", "cookies", "cache"];
    expect(stack.describe().slice(2, 9)).toEqual(names);
    expect(httpStack({ cookies: false }).describe()).toEqual(httpStack().describe());
  });

  it("cookies: come back, or do not", async () => {
    const { ask, sent } = asked({ cookies: true });
    await ask("/login");
    await ask("/a");
    expect(sent.map(({ cookie }) => cookie)).toEqual([undefined, "sid=1"]);
    const without = asked({});
    await without.ask("/login");
    await without.ask("/a");
    expect(without.sent.map(({ cookie }) => cookie)).toEqual([undefined, undefined]);
  });

  it("cookies: each service has its own, stacks with one jar share them", async () => {
    const jar = new MemoryCookieJar();
    await asked({ cookies: jar }).ask("/login");
    const other = asked({ cookies: jar });
    await other.ask("/a");
    expect(other.sent[0]?.cookie).toBe("sid=1");
    const stranger = asked({ cookies: true });
    await stranger.ask("/a");
    expect(stranger.sent[0]?.cookie).toBeUndefined();
  });

  it("cookies: a page that redirects to itself to set one is fetched", async () => {
    const { ask, sent } = asked({ cookies: true });
    expect(await ask("/wall")).toMatchObject({ status: 200, redirects: [`${origin}/wall`] });
    expect(sent.map(({ cookie }) => cookie)).toEqual([undefined, "seen=1"]);
    const without = await settle(asked({}).ask("/wall"));
    expect(without).toMatchObject({ error: { code: "too_many_redirects" } });
  });

  it("cookies: a cache sets none again, and keeps sessions apart", async () => {
    const jar = new MemoryCookieJar();
    const { ask, sent } = asked({ cookies: jar, cache: new MemoryCache() });
    await ask("/login");
    jar.setCookie("sid=; Max-Age=0", origin);
    const hit = await ask("/login");
    expect([hit.fromCache, hit.headers.getAll("set-cookie"), jar.size]).toEqual([
      true,
      ["sid=1"],
      0,
    ]);
    jar.setCookie("sid=2", origin);
    expect(await ask("/login")).toMatchObject({ fromCache: false });
    expect(sent.map(({ cookie }) => cookie)).toEqual([undefined, "sid=2"]);
  });

  it("auth: goes to its origin, robots.txt included, and not to where a redirect leads", async () => {
    const auth = { origin, basic: { username: "me", password: "pw" } };
    const { ask, sent } = asked({ auth, robots: true });
    await ask("/away");
    const basic = `Basic ${btoa("me:pw")}`;
    expect(sent.map(({ url, authorization }) => [url, authorization])).toEqual([
      [`${origin}/robots.txt`, basic],
      [`${origin}/away`, basic],
      ["https://cdn.test/robots.txt", undefined],
      ["https://cdn.test/a", undefined],
    ]);
  });

  it("both go over the wire", async () => {
    const heard: unknown[] = [];
    await using server = await serveHttp(({ headers }, response) => {
      heard.push([headers.authorization, headers.cookie]);
      response.setHeader("set-cookie", ["a=1; Secure", "b=caf\u00C3\u00A9"]).end();
    });
    const auth = { origin: server.origin, bearer: "t" };
    const options = { auth, cookies: true, robots: false, delayMs: 0 } as const;
    await using http = httpStack(options).service();
    await http.call({ url: server.origin });
    await http.call({ url: server.origin, headers: { cookie: "c=3" } });
    expect(heard).toEqual([
      ["Bearer t", undefined],
      ["Bearer t", "c=3; a=1; b=caf\u00C3\u00A9"],
    ]);
  });

  it.each([
    [{ cookies: null }, 'Expected "cookies" to be true, false or a jar: got null'],
    [{ cookies: "yes" }, 'Expected "cookies" to be true, false or a jar: got a string'],
    [{ cookies: {} }, 'Expected "cookies.getCookieString" to be a function'],
    [{ auth: "s3cret" }, 'Expected "auth" to be an object: got another text'],
    [{ auth: null }, 'Expected "auth" to be an object: got null'],
  ])("refuses %o", (options, message) => {
    expect(() => httpStack(untyped(options))).toThrow(message);
  });
});

interface Heard {
  readonly url: string;
  readonly cookie: string | undefined;
  readonly authorization: string | undefined;
}

interface Asked {
  readonly ask: (path: string) => Promise<HttpResponse>;
  readonly sent: readonly Heard[];
}

/** A stack over a shop with a login, a page that wants its cookie back, and one that has moved away. */
function asked(options: HttpStackOptions): Asked {
  const clock = new VirtualClock();
  const sent: Heard[] = [];
  const stack = httpStack({ robots: false, ...options }).service(
    async ({ url, headers }) => {
      const given = HttpHeaders.from(headers);
      const cookie = given.get("cookie");
      sent.push({ url, cookie, authorization: given.get("authorization") });
      return new HttpResponse({ url, status: 200, ...answer(new URL(url).pathname, cookie) });
    },
    { clock },
  );
  const ask: Asked["ask"] = (path) => clock.run(stack.call({ url: origin + path }));
  return { ask, sent };
}

function answer(path: string, cookie: string | undefined): object {
  if (path === "/login") return { headers: { "set-cookie": "sid=1" } };
  if (path === "/away") return { status: 302, headers: { location: "https://cdn.test/a" } };
  if (path !== "/wall" || cookie !== undefined) return {};
  return { status: 302, headers: { location: "/wall", "set-cookie": "seen=1" } };
}
