import { describe, expect, it } from "vitest";

import { httpClient, type HttpClient } from "../../../../src/http/client/client.ts";
import { BlockedAddressError } from "../../../../src/http/errors.ts";
import { Context } from "../../../../src/service/context.ts";
import { settle } from "../../../../src/service/outcome.ts";
import { serveProxy } from "../../../support/proxy-server.ts";
import { serveRaw } from "../../../support/server.ts";

const PUBLIC = "93.184.216.34";
const TUNNEL = "HTTP/1.1 200 OK\r\n\r\n";
const ANSWER = "HTTP/1.1 204 No Content\r\n\r\n";

describe("httpClient with a proxy and ssrfGuard", () => {
  it.each<[scheme: string, addresses: readonly string[], target: string]>([
    ["http", [PUBLIC], `${PUBLIC}:80`],
    ["https", [PUBLIC], `${PUBLIC}:443`],
    ["https", ["2606:4700::1111"], "[2606:4700::1111]:443"],
    ["https", ["2606:4700::1111", PUBLIC], `${PUBLIC}:443`],
  ])("has the proxy connect to an address that was judged here: %s, %j", async (...parts) => {
    const [scheme, addresses, target] = parts;
    await using proxy = await serveRaw((socket) => void socket.end(TUNNEL));
    await using client = httpClient({
      proxy: proxy.origin,
      ssrfGuard: true,
      dns: { lookup: async () => addresses },
    });
    await settle(get(client, `${scheme}://shop.test/`));
    expect(proxy.requests[0]).toBe(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  });

  it("sends what is asked of a host through that tunnel, under its name", async () => {
    await using proxy = await serveRaw((socket, request) => {
      socket.write(request.startsWith("CONNECT") ? TUNNEL : ANSWER);
    });
    const dns = { lookup: async (): Promise<readonly string[]> => [PUBLIC] };
    const url = proxy.origin.replace("//", "//me:pw@");
    await using client = httpClient({ proxy: url, ssrfGuard: true, dns });
    for (let n = 0; n < 2; n++) {
      expect((await get(client, "http://shop.test/page")).status).toBe(204);
    }
    const [connect, ...gets] = proxy.requests;
    expect(connect).toContain("Proxy-Authorization");
    expect(gets).toHaveLength(2);
    for (const request of gets) {
      expect(request).toMatch(/^GET \/page HTTP\/1\.1\r\nhost: shop\.test\r\n/);
      expect(request).not.toMatch(/proxy/i);
    }
  });

  it("asks the proxy for nothing that is blocked, by whatever name or address", async () => {
    await using proxy = await serveProxy();
    await using client = httpClient({ proxy: proxy.origin, ssrfGuard: true, dns: mixed });
    const hosts = ["127.0.0.1", "[::1]", "localhost", "metadata.google.internal", "inner.test"];
    for (const host of [...hosts, "mixed.test", "shop.test:6379"]) {
      for (const scheme of ["http", "https"]) {
        await expect(get(client, `${scheme}://${host}/`)).rejects.toThrow(BlockedAddressError);
      }
    }
    expect(proxy.sockets).toEqual([]);
  });

  it("judges the proxy that a request names as it would a host, and trusts that of the client", async () => {
    await using proxy = await serveRaw((socket, request) => {
      socket.write(request.startsWith("CONNECT") ? TUNNEL : ANSWER);
    });
    const dns = { lookup: async (): Promise<readonly string[]> => [PUBLIC] };
    const request = { url: "http://shop.test/", proxy: proxy.origin };

    await using strict = httpClient({ ssrfGuard: { ports: [80, proxy.port] }, dns });
    await expect(strict.call(request, new Context())).rejects.toMatchObject({
      code: "blocked_address",
      host: "127.0.0.1",
      port: proxy.port,
      message: "Blocked 127.0.0.1: loopback, RFC 1122",
    });
    expect(proxy.sockets).toEqual([]);

    const allow = ["127.0.0.1"];
    await using open = httpClient({ ssrfGuard: { ports: [80, proxy.port], allow }, dns });
    expect((await open.call(request, new Context())).status).toBe(204);
    await using trusting = httpClient({ ssrfGuard: true, dns, proxy: `${proxy.origin}/` });
    expect((await trusting.call(request, new Context())).status).toBe(204);
  });

  it("looks up host and proxy ahead of time", async () => {
    const asked: string[] = [];
    const lookup = async (host: string): Promise<readonly string[]> => {
      asked.push(host);
      return [PUBLIC];
    };
    const proxy = "http://proxy.test:3128";
    await using client = httpClient({ proxy, ssrfGuard: true, dns: { lookup } });
    await client.prefetch("https://shop.test/");
    expect(asked).toEqual(["shop.test", "proxy.test"]);
  });
});

/** What the DNS says of hosts within. */
const mixed = {
  lookup: async (host: string): Promise<readonly string[]> =>
    host === "mixed.test" ? [PUBLIC, "10.0.0.1"] : ["169.254.169.254"],
};

function get(client: HttpClient, url: string): ReturnType<HttpClient["call"]> {
  return client.call({ url }, new Context());
}
