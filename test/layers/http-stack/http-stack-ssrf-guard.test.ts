import { describe, expect, it } from "vitest";

import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { divert } from "../../support/divert.ts";
import { eventsDuring } from "../../support/events.ts";
import { serveBytes, serveHttp } from "../../support/server.ts";

const PUBLIC = "93.184.216.34";
const leaf = async ({ url }: HttpRequest): Promise<HttpResponse> =>
  new HttpResponse({ url, status: 200 });
const dns = { lookup: async (): Promise<readonly string[]> => [PUBLIC] };

describe("httpStack with ssrfGuard", () => {
  it("is off unless it is asked for", async () => {
    await using server = await serveBytes("HTTP/1.1 204 No Content\r\n\r\n");
    await using http = httpStack({ delayMs: 0 }).service();
    expect((await http.call({ url: server.origin })).status).toBe(204);
  });

  it("refuses this machine at once, be it for a page or for its robots.txt", async () => {
    await using server = await serveBytes("HTTP/1.1 204 No Content\r\n\r\n");
    const ssrfGuard = { ports: [server.port] };
    for (const robots of [true, false]) {
      // A repeat would wait for longer than a test may take.
      const retry = { backoff: () => 1e9 };
      await using http = httpStack({ ssrfGuard, robots, retry }).service();
      await expect(http.call({ url: `${server.origin}/page` })).rejects.toMatchObject({
        code: "blocked_address",
        host: "127.0.0.1",
        port: server.port,
      });
    }
    expect(server.sockets).toEqual([]);
  });

  it("rejects where a redirect leads to what is blocked, whatever the hop, and an event says where", async () => {
    await using server = await serveHttp(({ url }, response) => {
      if (url === "/robots.txt") return void response.writeHead(404).end();
      const location = url === "/a" ? "http://[::ffff:7f00:1]/" : "http://other.test/a";
      return void response.writeHead(302, { location }).end();
    });
    using diversion = divert(() => server.port);
    await using http = httpStack({ ssrfGuard: true, dns, delayMs: 0 }).service();
    const events = await eventsDuring(async () => {
      await expect(http.call({ url: "http://shop.test/" })).rejects.toMatchObject({
        code: "blocked_address",
        address: "::ffff:7f00:1",
      });
    });
    expect(new Set(diversion.addresses)).toEqual(new Set([PUBLIC]));
    expect(
      events.find(({ layer, event }) => layer === "redirect" && event === "refused")?.detail,
    ).toMatchObject({
      url: "http://[::ffff:7f00:1]/",
      outcome: { error: { code: "blocked_address", address: "::ffff:7f00:1" } },
    });
  });

  it("follows no redirect of a robots.txt to what is blocked", async () => {
    await using server = await serveHttp(({ url }, response) => {
      if (url === "/page") return void response.end("ok");
      return void response.writeHead(302, { location: "http://127.0.0.1/robots.txt" }).end();
    });
    using diversion = divert(() => server.port);
    await using http = httpStack({ ssrfGuard: true, dns, delayMs: 0 }).service();
    expect((await http.call({ url: "http://shop.test/page" })).text).toBe("ok");
    expect(new Set(diversion.addresses)).toEqual(new Set([PUBLIC]));
  });

  it("refuses wrong options, and a leaf that would not hear of them", () => {
    expect(() => httpStack({ ssrfGuard: { ports: [0] } })).toThrow('"ssrfGuard.ports"');
    expect(() => httpStack({ ssrfGuard: true }).service(leaf)).toThrow('Expected "ssrfGuard"');
  });
});
