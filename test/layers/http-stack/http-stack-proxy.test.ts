import { inspect } from "node:util";

import { describe, expect, it } from "vitest";

import { HttpError } from "../../../src/http/errors.ts";
import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { StatusError } from "../../../src/http/status-error.ts";
import type { CacheEntry, CacheStore } from "../../../src/layers/cache/cache-store.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { divert } from "../../support/divert.ts";
import { eventsDuring } from "../../support/events.ts";
import { serveProxy } from "../../support/proxy-server.ts";
import { authority, serveHttps } from "../../support/secure-server.ts";
import { serveHttp, serveRaw } from "../../support/server.ts";
import { untyped } from "../../support/untyped.ts";

const CREDENTIALS = `Basic ${Buffer.from("me:hush").toString("base64")}`;
const secret = new RegExp(`hush|${CREDENTIALS.slice("Basic ".length)}`);
const impatient = { delayMs: 0, retry: { backoff: (): number => 0 } };

const leaf = async ({ url }: HttpRequest): Promise<HttpResponse> =>
  new HttpResponse({ url, status: 200 });

describe("httpStack with a proxy", () => {
  it("sends all through it: robots.txt, the page, redirects to other hosts", async () => {
    await using server = await serveHttp(({ url, headers }, response) => {
      if (url === "/robots.txt") return void response.writeHead(404).end();
      if (url !== "/a") return void response.end(headers.host);
      const location = `http://other.test:${server.port}/b`;
      return void response.writeHead(302, { location }).end();
    });
    await using proxy = await serveProxy({ authorization: CREDENTIALS });
    const url = proxy.origin.replace("//", "//me:hush@");
    await using http = httpStack({ ...impatient, proxy: url }).service();
    const response = await http.call({ url: `http://shop.test:${server.port}/a` });
    expect(response.text).toBe(`other.test:${server.port}`);
    expect(proxy.asked).toEqual(
      ["shop.test/robots.txt", "shop.test/a", "other.test/robots.txt", "other.test/b"].map(
        (it) => `GET http://${it.replace("/", `:${server.port}/`)}`,
      ),
    );
  });

  it("goes directly where none is given", async () => {
    await using server = await serveHttp((_, response) => void response.end("ok"));
    await using proxy = await serveProxy();
    for (const option of [{}, { proxy: false }, { proxy: proxy.origin }] as const) {
      await using http = httpStack({ ...impatient, ...option, robots: false }).service();
      const request = { url: server.origin, ...("proxy" in option && { proxy: false as const }) };
      expect((await http.call(request)).text).toBe("ok");
    }
    expect(proxy.asked).toEqual([]);
  });

  it("sends a request by its own: its robots.txt, its repeats and its redirects too", async () => {
    let failures = 1;
    await using server = await serveHttp(({ url }, response) => {
      if (url === "/robots.txt") return void response.writeHead(404).end();
      if (failures-- > 0) return void response.writeHead(503).end();
      if (url === "/a") return void response.writeHead(302, { location: "/b" }).end();
      return void response.end("b");
    });
    await using proxy = await serveProxy();
    await using http = httpStack(impatient).service();
    const response = await http.call({ url: `${server.origin}/a`, proxy: proxy.origin });
    expect(response.text).toBe("b");
    const paths = proxy.asked.map((line) => line.slice(`GET ${server.origin}`.length));
    expect(paths).toEqual(["/robots.txt", "/a", "/a", "/b"]);
  });

  it("does not lay the failure of one proxy at the door of the host, whose rules hold for all", async () => {
    await using server = await serveHttp(({ url }, response) => {
      response.end(url === "/robots.txt" ? "User-agent: *\nDisallow: /private" : "page");
    });
    await using bad = await serveRaw((socket) => void socket.end("HTTP/1.1 407 No\r\n\r\n"));
    await using good = await serveProxy();
    await using http = httpStack(impatient).service();
    const open = `${server.origin}/open`;
    await expect(http.call({ url: open, proxy: bad.origin })).rejects.toMatchObject({
      code: "robots_disallowed",
      cause: { code: "connect", proxyStatus: 407 },
    });
    await expect(http.call({ url: open, proxy: bad.origin })).rejects.toThrow("cannot be read");
    expect(bad.requests).toHaveLength(1);

    expect((await http.call({ url: open, proxy: good.origin })).text).toBe("page");
    const hidden = { url: `${server.origin}/private` };
    for (const request of [hidden, { ...hidden, proxy: bad.origin }]) {
      await expect(http.call(request)).rejects.toThrow("disallows");
    }
    const files = good.asked.filter((line) => line.endsWith("/robots.txt"));
    expect([files.length, bad.requests.length]).toEqual([1, 1]);
  });

  it("takes a proxy that is blocked for no host without rules", async () => {
    await using server = await serveHttp(({ url }, response) => {
      response.end(url === "/robots.txt" ? "User-agent: *\nDisallow: /" : "page");
    });
    using _ = divert((address) => (address === "93.184.216.34" ? server.port : undefined));
    const dns = { lookup: async (): Promise<readonly string[]> => ["93.184.216.34"] };
    await using http = httpStack({ ...impatient, ssrfGuard: true, dns }).service();
    const url = "http://shop.test/";
    await expect(http.call({ url, proxy: "http://10.0.0.1" })).rejects.toMatchObject({
      code: "blocked_address",
      host: "10.0.0.1",
    });
    await expect(http.call({ url })).rejects.toThrow("disallows");
  });

  it.each([
    [407, 1],
    [403, 1],
    [429, 3],
    [503, 3],
  ])("repeats what a proxy refused with %i only where that may pass", async (status, attempts) => {
    await using proxy = await serveRaw(
      (socket) => void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`),
    );
    await using http = httpStack({ ...impatient, robots: false, proxy: proxy.origin }).service();
    await expect(http.call({ url: "https://shop.test/" })).rejects.toMatchObject({
      code: "connect",
      proxyStatus: status,
    });
    expect(proxy.requests).toHaveLength(attempts);
  });

  it("serves what is kept whichever way it came, but sends each request by the way it names", async () => {
    await using server = await serveHttp((_, response) => void response.end("ok"));
    await using one = await serveProxy();
    await using other = await serveProxy();
    const cache = new MemoryCache();
    await using http = httpStack({ ...impatient, robots: false, cache }).service();
    const url = `${server.origin}/`;
    const calls = [one, other, one].map(({ origin }) => http.call({ url, proxy: origin }));
    await Promise.all(calls);
    expect([one.asked.length, other.asked.length]).toEqual([1, 1]);
    expect((await http.call({ url })).fromCache).toBe(true);
    expect((await http.call({ url, proxy: other.origin })).fromCache).toBe(true);
  });

  it("shows user name and password to nobody: events, stores, errors, responses", async () => {
    await using server = await serveHttps((_, response) => void response.writeHead(404).end());
    await using plain = await serveHttp(({ url }, response) => {
      if (url === "/loop") response.writeHead(302, { location: "/loop" });
      response.end("ok");
    });
    await using locked = await serveProxy({ authorization: "Basic other" });
    await using open = await serveProxy({ authorization: CREDENTIALS });
    const seen: unknown[] = [];
    const store = recording(seen);
    const cache = { store };
    const options = { ...impatient, cache, tls: { ca: authority }, circuitBreaker: true } as const;
    const events = await eventsDuring(async () => {
      for (const { origin } of [locked, open]) {
        const proxy = origin.replace("//", "//me:hush@");
        await using byStack = httpStack({ ...options, proxy }).service();
        await using byRequest = httpStack(options).service();
        for (const url of [server.origin, plain.origin, `${plain.origin}/loop`, "http://a b/"]) {
          for (const call of [byStack.call({ url }), byRequest.call({ url, proxy })]) {
            const came: unknown = await call.catch((error: unknown) => error);
            seen.push(
              came,
              came instanceof HttpError || came instanceof StatusError ? came.request : 0,
            );
          }
        }
        await using unread = httpStack({ ...options, robots: false }).service();
        for (const url of [server.origin, "https://gone.test:1/"]) {
          const came: unknown = await unread.call({ url, proxy }).catch((error: unknown) => error);
          seen.push(
            came,
            came instanceof HttpError || came instanceof StatusError ? came.request : 0,
          );
        }
      }
    });
    expect(open.heads.length).toBeGreaterThan(3);
    for (const shown of [...events, ...seen]) {
      expect(inspect(shown, { depth: 12, showHidden: true })).not.toMatch(secret);
    }
  });

  it("refuses what is no proxy when it is made, and a leaf that would not hear of it", () => {
    for (const proxy of ["proxy.test:3128", "socks5://me:hush@proxy.test", untyped(1)]) {
      expect(() => httpStack({ proxy })).toThrow('Expected "proxy" to be false or an http');
      expect(() => httpStack({ proxy })).not.toThrow("hush");
    }
    const stack = httpStack({ proxy: "http://proxy.test:3128" });
    expect(() => stack.service(leaf)).toThrow('Expected "proxy" with the leaf of httpStack');
  });
});

/** A store that tells all that it is told. */
function recording(seen: unknown[]): CacheStore {
  const store = new MemoryCache();
  return {
    get: (key) => store.get(key),
    async put(key: string, entry: CacheEntry) {
      seen.push(key, entry);
      await store.put(key, entry);
    },
    delete: (key) => store.delete(key),
  };
}
