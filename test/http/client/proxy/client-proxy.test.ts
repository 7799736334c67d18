import { inspect } from "node:util";

import { describe, expect, it } from "vitest";

import { httpClient, type HttpClient } from "../../../../src/http/client/client.ts";
import { InvalidRequestError } from "../../../../src/http/errors.ts";
import type { HttpResponse } from "../../../../src/http/message.ts";
import { Context } from "../../../../src/service/context.ts";
import { divert } from "../../../support/divert.ts";
import { serveProxy } from "../../../support/proxy-server.ts";
import { authority, serveHttp2, serveHttps } from "../../../support/secure-server.ts";
import { serveHttp } from "../../../support/server.ts";
import { untyped } from "../../../support/untyped.ts";

const tls = { ca: authority };
const CREDENTIALS = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;

describe("httpClient with a proxy", () => {
  it("hands it requests for http as they are, to the byte, and keeps the connection", async () => {
    await using server = await serveHttp(
      ({ headers }, response) => void response.end(headers.host),
    );
    await using proxy = await serveProxy();
    await using client = httpClient({ proxy: proxy.origin, userAgent: "bot" });
    const site = `shop.test:${server.port}`;
    for (const path of ["/", "/a//b/%7E?q=%20&&#top", "?"]) {
      expect((await get(client, `http://${site}${path}`)).text).toBe(site);
    }
    expect(proxy.asked).toEqual(
      ["/", "/a//b/%7E?q=%20&&", "/?"].map((path) => `GET http://${site}${path}`),
    );
    expect(proxy.heads[0]).toEqual([
      `GET http://${site}/`,
      `host: ${site}`,
      "connection: keep-alive",
      "user-agent: bot",
      "accept: */*",
      expect.stringMatching(/^accept-encoding: gzip, deflate, br/),
    ]);
    expect([proxy.sockets.length, server.sockets.length > 0]).toEqual([1, true]);
  });

  it("has it make a tunnel for https, in which it sees nothing", async () => {
    await using server = await serveHttps(({ headers }, response) => {
      response.end(headers.host);
    });
    await using proxy = await serveProxy();
    await using client = httpClient({ proxy: proxy.origin, tls });
    const site = `www.shop.test:${server.port}`;
    for (let n = 0; n < 3; n++) {
      const headers = { authorization: "open sesame" };
      const { text } = await client.call({ url: `https://${site}/x`, headers }, new Context());
      expect(text).toBe(site);
    }
    expect(proxy.heads).toEqual([[`CONNECT ${site}`, `Host: ${site}`]]);
    expect(proxy.tunnelled).not.toMatch(/sesame|GET/);
    expect(server.sockets).toHaveLength(1);
  });

  it("asks by name for what certificate it wants, and by brackets for an IPv6 address", async () => {
    const names: unknown[] = [];
    await using server = await serveHttps(({ socket }, response) => {
      names.push("servername" in socket ? socket.servername : undefined);
      response.end();
    });
    await using proxy = await serveProxy();
    await using client = httpClient({ proxy: proxy.origin, tls });
    await get(client, `https://www.shop.test:${server.port}/`);
    await get(client, `https://[::1]:${server.port}/`);
    expect(names).toEqual(["www.shop.test", false]);
    expect(proxy.asked[1]).toBe(`CONNECT [::1]:${server.port}`);
  });

  it.each([false, true])("speaks HTTP/2 through it, be it over TLS: %s", async (secure) => {
    await using server = await serveHttp2(({ httpVersion }, response) => {
      response.end(httpVersion);
    });
    await using proxy = await serveProxy({ secure });
    await using client = httpClient({ proxy: proxy.origin, http2: true, tls });
    const calls = [1, 2, 3].map(() => get(client, `https://www.shop.test:${server.port}/`));
    const versions = (await Promise.all(calls)).map(({ text }) => text);
    expect(versions).toEqual(["2.0", "2.0", "2.0"]);
    expect(proxy.asked).toEqual([`CONNECT www.shop.test:${server.port}`]);
  });

  it.each([false, true])("leaves no connection open, be it over TLS: %s", async (secure) => {
    await using https = await serveHttps((_, response) => void response.end("ok"));
    await using http = await serveHttp((_, response) => void response.end("ok"));
    await using proxy = await serveProxy({ secure });
    const client = httpClient({ proxy: proxy.origin, tls });
    for (const { origin } of [http, https]) expect((await get(client, origin)).text).toBe("ok");
    await client[Symbol.asyncDispose]();
    for (const server of [proxy, https]) await server.closed();
  });

  it("opens as many connections for an origin as it may", async () => {
    await using server = await serveHttp((_, response) => void response.end("ok"));
    await using proxy = await serveProxy();
    await using client = httpClient({ proxy: proxy.origin, connections: 2 });
    await Promise.all(Array.from({ length: 6 }, () => get(client, server.origin)));
    expect(proxy.sockets).toHaveLength(2);
  });

  it.each([false, true])(
    "tells user name and password to the proxy and to nobody else, over TLS: %s",
    async (secure) => {
      const told: unknown[] = [];
      await using http = await serveHttp(({ rawHeaders }, response) => {
        told.push(rawHeaders);
        response.end();
      });
      await using https = await serveHttps(({ rawHeaders }, response) => {
        told.push(rawHeaders);
        response.end();
      });
      await using proxy = await serveProxy({ secure, authorization: CREDENTIALS });
      const url = proxy.origin.replace("//", "//me:p%40ss@");
      await using client = httpClient({ proxy: url, tls });
      for (const { origin } of [http, https]) await get(client, origin);
      expect(told).toHaveLength(2);
      expect(inspect(told, { depth: 9 })).not.toMatch(/proxy-|bWU6|ss/i);
      for (const head of proxy.heads) {
        expect(head).toContain(`Proxy-Authorization: ${CREDENTIALS}`);
      }
    },
  );

  it("sends user name and password of the URL to the host, beside those of the proxy", async () => {
    await using server = await serveHttp((request, response) => {
      response.end(request.headers.authorization);
    });
    await using proxy = await serveProxy();
    await using client = httpClient({ proxy: proxy.origin.replace("//", "//me:pw@") });
    const { text } = await get(client, server.origin.replace("//", "//you:word@"));
    expect(Buffer.from(text.slice("Basic ".length), "base64").toString()).toBe("you:word");
    expect(proxy.asked).toEqual([`GET ${server.origin}/`]);
  });

  it("takes that of the request, or none, in place of its own", async () => {
    await using server = await serveHttp((_, response) => void response.end("ok"));
    await using ofClient = await serveProxy();
    await using ofRequest = await serveProxy();
    await using client = httpClient({ proxy: ofClient.origin });
    const call = async (path: string, proxy?: string | false): Promise<void> => {
      const request = { url: server.origin + path, ...(proxy !== undefined && { proxy }) };
      expect((await client.call(request, new Context())).text).toBe("ok");
    };
    await call("/of-client");
    await call("/of-request", ofRequest.origin);
    await call("/direct", false);
    expect(ofClient.asked).toEqual([`GET ${server.origin}/of-client`]);
    expect(ofRequest.asked).toEqual([`GET ${server.origin}/of-request`]);
  });

  it("reads no environment", async () => {
    await using server = await serveHttp((_, response) => void response.end("direct"));
    await using proxy = await serveProxy();
    const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY"];
    const before = names.map((name) => process.env[name]);
    try {
      for (const name of names) process.env[name] = proxy.origin;
      await using client = httpClient();
      expect((await get(client, server.origin)).text).toBe("direct");
      expect(proxy.sockets).toEqual([]);
    } finally {
      names.forEach((name, n) => {
        if (before[n] === undefined) delete process.env[name];
        else process.env[name] = before[n];
      });
    }
  });

  it("asks the DNS for the proxy alone, also ahead of time", async () => {
    await using server = await serveHttp((_, response) => void response.end());
    await using proxy = await serveProxy();
    const asked: string[] = [];
    const lookup = async (host: string): Promise<readonly string[]> => {
      asked.push(host);
      return ["127.0.0.1"];
    };
    const url = `http://me:pw@proxy.test:${proxy.port}`;
    await using client = httpClient({ proxy: url, dns: { lookup } });
    await client.prefetch("shop.test");
    await get(client, `http://shop.test:${server.port}/`);
    await expect(client.prefetch("a b")).rejects.toThrow("hostOrUrl");
    expect(asked).toEqual(["proxy.test"]);
  });

  it("finds the proxy by resolve, which says nothing of hosts behind it", async () => {
    await using server = await serveHttp((_, response) => void response.end());
    await using proxy = await serveProxy();
    const resolve = { "proxy.test:3128": "127.0.0.8", [`shop.test:${server.port}`]: "127.0.0.9" };
    using diversion = divert((address) => (address === "127.0.0.8" ? proxy.port : undefined));
    await using client = httpClient({ proxy: "http://proxy.test:3128", resolve });
    await get(client, `http://shop.test:${server.port}/`);
    expect(diversion.addresses[0]).toBe("127.0.0.8");
    expect(proxy.asked).toEqual([`GET http://shop.test:${server.port}/`]);
  });

  it("tells when the proxy was found, the tunnel stood and TLS was agreed on", async () => {
    await using https = await serveHttps((_, response) => void response.end());
    await using http = await serveHttp((_, response) => void response.end());
    await using proxy = await serveProxy({ secure: true });
    await using client = httpClient({ proxy: proxy.origin, tls });
    const { dnsMs = 0, connectMs = 0, tlsMs = 0 } = (await get(client, https.origin)).timings;
    expect(dnsMs).toBeGreaterThan(0);
    expect(connectMs).toBeGreaterThan(dnsMs);
    expect(tlsMs).toBeGreaterThan(connectMs);
    const again = (await get(client, https.origin)).timings;
    expect(again).toMatchObject({ dnsMs: 0, connectMs: 0, tlsMs: 0 });
    const handed = (await get(client, http.origin)).timings;
    expect(handed.connectMs).toBeGreaterThan(handed.dnsMs ?? 0);
    expect(handed.tlsMs).toBe(handed.connectMs);
  });

  it("refuses credentials in a header, which the host would be told", async () => {
    await using proxy = await serveProxy();
    await using client = httpClient({ proxy: proxy.origin });
    const headers = { "Proxy-authorization": "hush" };
    for (const url of ["http://shop.test/", "https://shop.test/"]) {
      const error: unknown = await client.call({ url, headers }, new Context()).catch((e) => e);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(String(error)).toContain("Proxy-Authorization");
      expect(inspect(error)).not.toContain("hush");
    }
    expect(proxy.sockets).toEqual([]);
  });

  it("refuses what is no proxy at once, and shows no password", async () => {
    for (const proxy of ["me:hush@proxy.test", "socks5://me:hush@proxy.test", ""]) {
      expect(() => httpClient({ proxy })).toThrow(TypeError);
      await using client = httpClient();
      const call = client.call({ url: "http://shop.test/", proxy }, new Context());
      const error: unknown = await call.catch((e: unknown) => e);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(inspect(error, { showHidden: true, depth: 9 })).not.toContain("hush");
    }
    expect(() => httpClient({ proxy: untyped(true) })).toThrow('"proxy"');
    expect(() => httpClient({ proxy: false })).not.toThrow();
  });
});

function get(client: HttpClient, url: string): Promise<HttpResponse> {
  return client.call({ url }, new Context());
}
