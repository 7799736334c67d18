import type { Socket } from "node:net";

import { describe, expect, it } from "vitest";

import { HttpError } from "../../../src/http/errors.ts";
import type { HttpStackOptions } from "../../../src/layers/http-stack/http-stack-options.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import type { HttpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { settle } from "../../../src/service/outcome.ts";
import { authority, serveHttp2 } from "../../support/secure-server.ts";
import { serveRaw } from "../../support/server.ts";

describe("httpStack, its connections", () => {
  it("repeats at once what it sent on a connection that the server was just closing", async () => {
    await using server = await serveRaw(closingAfterOne());
    // A repeat that waited would wait longer than the call may take.
    await using http = bare({ retry: { backoff: () => 1e9 } }).service();
    const ask = async (): Promise<string> => (await http.call({ url: server.origin })).text;
    expect([await ask(), await ask(), await ask()]).toEqual(["ok", "ok", "ok"]);
    expect(server.requests).toHaveLength(5);
    expect(server.sockets).toHaveLength(3);
  });

  it("tells of such an end where it must not repeat", async () => {
    await using server = await serveRaw(closingAfterOne());
    await using http = bare({}).service();
    const request = { url: server.origin, method: "POST", body: "x" };
    await http.call(request);
    const outcome = await settle(http.call(request));
    expect(outcome).toMatchObject({
      error: { code: "connection_reset", reusedConnection: true, attempt: 1 },
    });
    expect(server.requests).toHaveLength(2);
  });

  it("tells on an error which attempt it was, how far it came, and of what", async () => {
    await using server = await serveRaw((socket) => void socket.destroy());
    await using http = bare({ retry: { limit: 2, backoff: () => 0 } }).service();
    const outcome = await settle(http.call({ url: `${server.origin}/x` }));
    const error = outcome.ok ? undefined : outcome.error;
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      code: "connection_reset",
      attempt: 3,
      reusedConnection: false,
      request: { url: `${server.origin}/x` },
      timings: { totalMs: expect.any(Number), connectMs: expect.any(Number) },
      cause: expect.any(Error),
    });
  });

  it("hands dns, tls and http2 to its leaf", async () => {
    await using server = await serveHttp2(
      (request, response) => void response.end(request.httpVersion),
    );
    const asked: string[] = [];
    const lookup = async (host: string): Promise<string[]> => [
      asked.push(host) > 0 ? "127.0.0.1" : "",
    ];
    await using http = bare({ dns: { lookup }, tls: { ca: authority }, http2: true }).service();
    const { text } = await http.call({ url: `https://shop.test:${server.port}/` });
    expect([text, asked]).toEqual(["2.0", ["shop.test"]]);
  });
});

/** A stack that asks for nothing but what it is asked, and at once. */
function bare(options: HttpStackOptions): HttpStack {
  return httpStack({ robots: false, delayMs: 0, ...options });
}

/** Answers the first request of a connection, and ends it in the middle of the second. */
function closingAfterOne(): (socket: Socket) => void {
  const served = new WeakSet<Socket>();
  return (socket) => {
    if (served.has(socket)) socket.destroy();
    else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    served.add(socket);
  };
}
