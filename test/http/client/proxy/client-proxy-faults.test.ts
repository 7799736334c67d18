import type { Socket } from "node:net";

import { describe, expect, it } from "vitest";

import { httpClient, type HttpClient } from "../../../../src/http/client/client.ts";
import { HttpError } from "../../../../src/http/errors.ts";
import { systemClock } from "../../../../src/service/clock.ts";
import { Context } from "../../../../src/service/context.ts";
import { settle } from "../../../../src/service/outcome.ts";
import { VirtualClock } from "../../../../src/testing/virtual-clock.ts";
import { serveProxy } from "../../../support/proxy-server.ts";
import { authority, serveHttps, serveTls } from "../../../support/secure-server.ts";
import { serveRaw, serveSockets } from "../../../support/server.ts";

const TARGET = "https://shop.test/";
const TUNNEL = "HTTP/1.1 200 OK\r\n\r\n";

describe("httpClient with a proxy at fault", () => {
  it.each([
    ["refuses with a 407", "HTTP/1.1 407 No\r\nContent-Length: 3\r\n\r\nno!", "connect", 407],
    ["refuses with a 403", "HTTP/1.0 403 Forbidden\r\n\r\n<p>no", "connect", 403],
    ["did not reach the host", "HTTP/1.1 502 Bad Gateway\r\n\r\n", "connect", 502],
    ["redirects", "HTTP/1.1 302 Found\r\nLocation: http://evil.test/\r\n\r\n", "connect", 302],
    [
      "refuses after an interim answer",
      "HTTP/1.1 102 \r\n\r\nHTTP/1.1 504\r\n\r\n",
      "connect",
      504,
    ],
    ["does not speak HTTP", "SSH-2.0-OpenSSH_9.7\r\n", "protocol", undefined],
    ["speaks another HTTP", "HTTP/2.0 200 OK\r\n\r\n", "protocol", undefined],
    ["answers without a status", "HTTP/1.1 OK\r\n\r\n", "protocol", undefined],
    ["has more to say than that", `${TUNNEL}HTTP/1.1 200 OK\r\n\r\n`, "protocol", undefined],
    ["answers in chunks", "7\r\nHTTP/1.\r\n", "protocol", undefined],
    ["has an endless head", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(2e5)}`, "protocol", undefined],
  ] as const)("tells of one that %s", async (_, answer, code, proxyStatus) => {
    await using proxy = await serveRaw((socket) => void socket.write(answer, "latin1"));
    await using client = httpClient({ proxy: proxy.origin });
    const error = await errorOf(client);
    expect(error).toMatchObject({ code, proxyStatus, response: undefined });
    expect(error.message).toContain(`GET ${TARGET} by the proxy ${proxy.origin} failed: The `);
    await proxy.closed();
  });

  it.each<[what: string, take: (socket: Socket, request: string) => unknown]>([
    ["closes at once", (socket) => socket.end()],
    ["resets at once", (socket) => socket.resetAndDestroy()],
    ["closes in its answer", (socket) => socket.end("HTTP/1.1 200 OK\r\n")],
    ["resets after its answer", (socket) => socket.write(TUNNEL, () => socket.resetAndDestroy())],
    ["closes after its answer", (socket) => socket.end(TUNNEL)],
    [
      "closes a moment later",
      (socket) => socket.write(TUNNEL, () => setImmediate(() => socket.end())),
    ],
    [
      "closes at the first byte for the host",
      (socket, request) => {
        if (!request.startsWith("CONNECT")) return;
        socket.write(TUNNEL);
        socket.once("data", () => socket.end());
      },
    ],
  ])("takes one that %s for a connection that was reset", async (_, take) => {
    await using proxy = await serveRaw(take);
    // With a guard there is a tunnel for http too.
    const dns = { lookup: async (): Promise<readonly string[]> => ["8.8.8.8"] };
    await using client = httpClient({ proxy: proxy.origin, ssrfGuard: true, dns });
    for (const url of [TARGET, "http://shop.test/"]) {
      expect([url, (await errorOf(client, url)).code]).toEqual([url, "connection_reset"]);
    }
    await proxy.closed();
  });

  it.each<[what: string, answer: string, steps: readonly boolean[]]>([
    ["never answers", "", [false, false]],
    ["stops in its answer", "HTTP/1.1 2", [false, false]],
    ["gives interim answers only", "HTTP/1.1 100 Continue\r\n\r\n", [false, false]],
    ["says nothing through its tunnel", TUNNEL, [true, false]],
  ])("does not wait beyond the time of a call for one that %s", async (_, answer, steps) => {
    const clock = new VirtualClock();
    const late = (): void => clock.advance(200);
    await using proxy = await serveRaw((socket) => {
      if (answer === TUNNEL) socket.once("data", late); // TLS begins
      socket.write(answer, answer === TUNNEL ? undefined : late);
    });
    await using client = httpClient({ proxy: proxy.origin });
    const { code, timings } = await errorOf(client, TARGET, { timeoutMs: 200, clock });
    const { connectMs = 0, tlsMs = 0, totalMs = 0 } = timings ?? {};
    expect([code, connectMs < totalMs, tlsMs < totalMs]).toEqual(["timeout", ...steps]);
    await proxy.closed();
  });

  it("does not wait beyond the time of a call for TLS with the proxy", async () => {
    await using proxy = await serveSockets((socket) => socket.resume());
    await using client = httpClient({ proxy: `https://127.0.0.1:${proxy.port}` });
    const clock = new VirtualClock();
    const late = errorOf(client, TARGET, { timeoutMs: 200, clock });
    await proxy.connected(1);
    clock.advance(200);
    expect((await late).code).toBe("timeout");
    await proxy.closed();
  });

  it("gives up on a tunnel that is being made for a call that is aborted", async () => {
    await using proxy = await serveRaw(() => {});
    await using client = httpClient({ proxy: proxy.origin });
    const controller = new AbortController();
    const context = new Context({ signal: controller.signal });
    const outcome = settle(client.call({ url: TARGET }, context));
    await proxy.asked(1);
    controller.abort();
    expect(await outcome).toMatchObject({ error: { name: "AbortError" } });
    await proxy.closed();
  });

  it("ends tunnels that are being made when it is disposed", async () => {
    await using proxy = await serveRaw(() => {});
    const client = httpClient({ proxy: proxy.origin });
    const outcome = settle(client.call({ url: TARGET }, new Context()));
    await proxy.asked(1);
    await client[Symbol.asyncDispose]();
    expect(await outcome).toMatchObject({ error: { code: "closed" } });
    await proxy.closed();
  });

  it("tells of one that is not there", async () => {
    await using gone = await serveSockets(() => {});
    const proxy = gone.origin;
    await gone[Symbol.asyncDispose]();
    await using client = httpClient({ proxy });
    for (const url of [TARGET, "http://shop.test/"]) {
      const { code, message, proxyStatus } = await errorOf(client, url);
      expect([code, proxyStatus]).toEqual(["connect", undefined]);
      expect(message).toContain(`by the proxy ${proxy} failed`);
    }
  });

  it("tells of one whose name is none, and looks up no other", async () => {
    const asked: string[] = [];
    const lookup = async (host: string): Promise<readonly string[]> => {
      asked.push(host);
      return [];
    };
    await using client = httpClient({ proxy: "http://proxy.test:3128", dns: { lookup } });
    expect((await errorOf(client)).code).toBe("dns");
    expect(asked).toEqual(["proxy.test"]);
  });

  it("tells whether TLS failed with the proxy or behind it", async () => {
    await using https = await serveHttps((_, response) => void response.end());
    await using proxy = await serveProxy({ secure: true });
    await using untrusting = httpClient({ proxy: proxy.origin });
    const first = await errorOf(untrusting, `https://www.shop.test:${https.port}/`);
    expect(first).toMatchObject({ code: "tls", tlsReason: "untrusted" });
    expect(first.message).toContain(`failed: TLS with the proxy ${proxy.origin} failed: `);
    expect(proxy.heads).toEqual([]);

    await using trusting = httpClient({ proxy: proxy.origin, tls: { ca: authority } });
    const second = await errorOf(trusting, `https://other.test:${https.port}/`);
    expect(second).toMatchObject({ code: "tls", tlsReason: "hostname_mismatch" });
    expect(second.message).not.toContain("TLS with the proxy");
    await proxy.closed();
  });

  it("tells of a proxy that was said to speak TLS but does not, or the other way round", async () => {
    await using plain = await serveProxy();
    await using client = httpClient({ proxy: `https://127.0.0.1:${plain.port}` });
    expect(await errorOf(client)).toMatchObject({ code: "tls", tlsReason: "not_tls" });
    await using secure = await serveTls(() => {});
    await using other = httpClient({ proxy: `http://127.0.0.1:${secure.port}` });
    expect(["protocol", "connection_reset"]).toContain((await errorOf(other)).code);
  });

  it("takes a 407 to what it is handed for the refusal of the proxy, in which no password stands", async () => {
    await using proxy = await serveProxy({ authorization: "Basic other" });
    await using client = httpClient({ proxy: proxy.origin.replace("//", "//me:hush@") });
    const error = await errorOf(client, "http://shop.test/");
    expect(error).toMatchObject({ code: "connect", proxyStatus: 407, response: undefined });
    expect(error.message).toContain("answered 407: it wants a user name and password, or others");
    await proxy.closed();
  });

  it("takes a 407 that comes through a tunnel for the answer of the host", async () => {
    await using https = await serveHttps((_, response) => void response.writeHead(407).end());
    await using proxy = await serveProxy();
    await using client = httpClient({ proxy: proxy.origin, tls: { ca: authority } });
    const { status } = await client.call({ url: https.origin }, new Context());
    expect(status).toBe(407);
  });
});

async function errorOf(
  client: HttpClient,
  url = TARGET,
  { timeoutMs = Infinity, clock = systemClock } = {},
): Promise<HttpError> {
  const outcome = await settle(client.call({ url, timeoutMs }, new Context({ clock })));
  if (!outcome.ok && outcome.error instanceof HttpError) return outcome.error;
  throw new Error("Expected an HttpError", { cause: outcome });
}
