import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { httpClient, type HttpClientOptions } from "../../src/http/client.ts";
import { InvalidRequestError } from "../../src/http/errors.ts";
import type { HttpRequest } from "../../src/http/message.ts";
import { version } from "../../src/http/version.ts";
import { Context } from "../../src/service/context.ts";
import { ClosedError } from "../../src/service/errors.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { serveBytes, serveHttp, serveRaw, serveSockets } from "../support/server.ts";

describe("httpClient", () => {
  it("reads a response whole", async () => {
    await using server = await serveHttp((_, response) => {
      response.writeHead(404, "Gone fishing", { "X-A": "1", "Set-Cookie": ["a=1", "b=2"] });
      response.write("one ");
      response.end("two");
    });
    await using client = httpClient();
    const response = await client.call({ url: `${server.origin}/x#top` }, new Context());
    const { status, url, text, truncated, fromCache, headers } = response;
    expect({ status, url, text, truncated, fromCache }).toEqual({
      ...{ status: 404, url: `${server.origin}/x#top`, text: "one two" },
      ...{ truncated: false, fromCache: false },
    });
    expect(headers.get("x-a")).toBe("1");
    expect(headers.getAll("set-cookie")).toEqual(["a=1", "b=2"]);
  });

  it("sends what it was given, to the byte", async () => {
    await using server = await serveBytes(OK);
    await using client = httpClient();
    const headers = { "X-B": "caf\u00e9", "X-A": ["1", "2"] };
    const url = `${server.origin}/a%20b/%7E?x[]=1&y=%zz&&z`;
    await client.call({ url, method: "put", headers, body: "b\u00f6dy" }, new Context());
    const [head = "", body] = server.requests[0]?.split("\r\n\r\n") ?? [];
    expect(head.split("\r\n").filter((line) => !/^(?:connection|accept)/.test(line))).toEqual([
      "PUT /a%20b/%7E?x[]=1&y=%zz&&z HTTP/1.1",
      `host: 127.0.0.1:${server.port}`,
      "X-B: caf\u00e9",
      "X-A: 1",
      "X-A: 2",
      `user-agent: pagoda/${version} (+https://www.npmjs.com/package/pagoda)`,
      "content-length: 5",
    ]);
    expect(Buffer.from(body ?? "", "latin1").toString()).toBe("b\u00f6dy");
  });

  it("names the user agent that it was given", async () => {
    await using server = await serveBytes(OK);
    await using client = httpClient({ userAgent: "bot/1" });
    await client.call({ url: server.origin }, new Context());
    expect(server.requests[0]).toMatch(/^user-agent: bot\/1\r$/m);
  });

  it("lets a GET have a body, and a POST none", async () => {
    await using server = await serveHttp(echo);
    await using client = httpClient();
    const get = await client.call({ url: server.origin, body: Buffer.from("x") }, new Context());
    const post = await client.call({ url: server.origin, method: "POST" }, new Context());
    expect([get.text, post.text]).toEqual(["GET 1 x", "POST 0 "]);
  });

  it.each([
    ["a HEAD", "HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 1234\r\nContent-Encoding: gzip\r\n\r\n"],
    ["204", "GET", "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n"],
    ["304", "GET", "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n"],
  ])("expects no body of %s", async (_, method, answer) => {
    await using server = await serveRaw((socket) => void socket.write(answer));
    await using client = httpClient({ maxBytes: 10 });
    const response = await client.call({ url: server.origin, method }, new Context());
    expect([response.body.length, response.truncated]).toEqual([0, false]);
  });

  it("passes over what comes before the response proper", async () => {
    const hint = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n";
    await using server = await serveBytes(hint, OK);
    await using client = httpClient();
    const { status, headers } = await client.call({ url: server.origin }, new Context());
    expect([status, headers.get("link")]).toEqual([200, undefined]);
  });

  it.each([
    ["no reason phrase", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok"],
    ["HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nok"],
    ["no length, to the end of the connection", "HTTP/1.1 200 OK\r\n\r\nok"],
    ["Latin-1 in a header", "HTTP/1.1 200 OK\r\nX: \u00e9\r\nContent-Length: 2\r\n\r\nok"],
    [
      "a trailer",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX: 1\r\n\r\n",
    ],
    ["a head of 100 kB", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(1e5)}\r\nContent-Length: 2\r\n\r\nok`],
  ])("understands a response with %s", async (_, answer) => {
    await using server = await serveBytes(answer);
    await using client = httpClient();
    const { status, text, truncated } = await client.call({ url: server.origin }, new Context());
    expect([status, text, truncated]).toEqual([200, "ok", false]);
  });

  it("does not care where packets end", async () => {
    await using server = await serveRaw((socket) => {
      const bytes = Buffer.from(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      );
      const next = (at: number): void => {
        if (at < bytes.length)
          socket.write(bytes.subarray(at, at + 1), () => setImmediate().then(() => next(at + 1)));
      };
      next(0);
    });
    await using client = httpClient();
    const { text } = await client.call({ url: server.origin }, new Context());
    expect(text).toBe("ok");
  });

  it("uses a connection again", async () => {
    await using server = await serveHttp((_, response) => void response.end("x".repeat(1e5)));
    await using client = httpClient();
    for (let n = 0; n < 5; n++) await client.call({ url: server.origin }, new Context());
    expect(server.sockets).toHaveLength(1);
  });

  it("opens as many connections as there are calls, but no more than it may", async () => {
    await using server = await serveHttp(echo);
    const connectionsOf = async (options: HttpClientOptions): Promise<number> => {
      const before = server.sockets.length;
      await using client = httpClient(options);
      const call = (): Promise<unknown> => client.call({ url: server.origin }, new Context());
      await Promise.all(Array.from({ length: 8 }, call));
      return server.sockets.length - before;
    };
    expect(await connectionsOf({})).toBe(8);
    expect(await connectionsOf({ connections: 3 })).toBe(3);
    expect(await connectionsOf({ connections: 1 })).toBe(1);
  });

  it("drops a connection on which more came than was announced", async () => {
    const answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok HTTP/1.1 500 No";
    await using server = await serveRaw((socket) => void socket.write(answer));
    await using client = httpClient();
    for (let n = 0; n < 3; n++) {
      const { status, text } = await client.call({ url: server.origin }, new Context());
      expect([status, text]).toEqual([200, "ok"]);
    }
    expect(server.sockets).toHaveLength(3);
  });

  it("connects to the address given for a host, and tells the server the host", async () => {
    await using server = await serveBytes(OK);
    await using client = httpClient({
      resolve: { "*:80": "::1", [`shop.test:${server.port}`]: "127.0.0.1" },
    });
    await client.call({ url: `http://shop.test:${server.port}/` }, new Context());
    expect(server.requests[0]).toMatch(new RegExp(`^host: shop.test:${server.port}\r$`, "m"));
  });

  it("asks for the certificate of the host, whatever its address", async () => {
    let hello = "";
    await using server = await serveSockets((socket) => {
      socket.once("data", (bytes) => {
        hello = bytes.toString("latin1");
        socket.destroy();
      });
    });
    await using client = httpClient({ resolve: { [`shop.test:${server.port}`]: "127.0.0.1" } });
    const call = client.call({ url: `https://shop.test:${server.port}/` }, new Context());
    await expect(call).rejects.toMatchObject({ code: "connection_reset" });
    expect(hello).toContain("shop.test");
  });

  it("tells how long the head and all of it took, on the clock of the call", async () => {
    const clock = new VirtualClock();
    await using server = await serveHttp((_, response) => {
      clock.advance(5);
      response.write("x", () => {
        clock.advance(7);
        response.end("y");
      });
    });
    await using client = httpClient();
    const { timings } = await client.call({ url: server.origin }, new Context({ clock }));
    expect(timings.totalMs).toBe(12);
    expect([5, 12]).toContain(timings.firstByteMs);
  });

  it.each([
    ["connections", { connections: 0 }],
    ["connections", { connections: 1.5 }],
    ["timeoutMs", { timeoutMs: -1 }],
    ["timeoutMs", { timeoutMs: Number.NaN }],
    ["maxBytes", { maxBytes: -1 }],
    ["userAgent", { userAgent: "" }],
    ["userAgent", { userAgent: "a\r\nb" }],
    ["resolve", { resolve: { "a.test": "127.0.0.1" } }],
  ])("refuses a wrong %s: %j", (name, options) => {
    expect(() => httpClient(options)).toThrow(`"${name}"`);
  });

  it.each<[string, Partial<HttpRequest>]>([
    ["a URL that is none", { url: "/x" }],
    ["a URL of another scheme", { url: "ftp://a.test/" }],
    ["a method with a space", { method: "GET /x" }],
    ["a method that opens a tunnel", { method: "CONNECT" }],
    ["a header with a line break", { headers: { "X-A": "a\r\nX-B: b" } }],
    ["a header name with a colon", { headers: { "X-A:": "a" } }],
    ["a Host with a line break", { headers: { Host: "a\r\nX-B: b" } }],
    ["a header of more than bytes", { headers: { "X-A": "\u2603" } }],
    ["a Transfer-Encoding of its own", { headers: { "Transfer-Encoding": "chunked" }, body: "x" }],
    [
      "a Content-Length that is not that of the body",
      { method: "POST", headers: { "Content-Length": "2" }, body: "x" },
    ],
    ["a timeoutMs that is no time", { timeoutMs: Number.NaN }],
  ])("refuses %s, and sends nothing", async (_, wrong) => {
    await using server = await serveRaw(() => {});
    await using client = httpClient();
    const call = client.call({ url: server.origin, ...wrong }, new Context());
    await expect(call).rejects.toThrow(InvalidRequestError);
    expect(server.requests).toHaveLength(0);
  });

  it("refuses calls once it is disposed", async () => {
    await using server = await serveBytes(OK);
    for (const calledBefore of [true, false]) {
      const client = httpClient();
      if (calledBefore) await client.call({ url: server.origin }, new Context());
      await client[Symbol.asyncDispose]();
      const call = client.call({ url: server.origin }, new Context());
      await expect(call).rejects.toThrow(ClosedError);
    }
  });

  it("ends the calls under way when it is disposed, and closes all connections", async () => {
    await using server = await serveRaw((socket, request) => {
      if (request.startsWith("GET /idle")) socket.write(OK);
    });
    const client = httpClient({ connections: 2 });
    const call = (path: string): Promise<unknown> =>
      client.call({ url: `${server.origin}/${path}` }, new Context());
    await call("idle");
    const outcomes = Promise.allSettled(["a", "b", "c"].map(call));
    await server.asked(3);
    await client[Symbol.asyncDispose]();
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: CLOSED });
    await Promise.all(server.sockets.map(closed));
  });

  it("ends attempts to connect when it is disposed", async () => {
    await using server = await serveSockets((socket) => socket.resume());
    const client = httpClient();
    const call = client.call({ url: `https://127.0.0.1:${server.port}/` }, new Context());
    const ended = expect(call).rejects.toMatchObject(CLOSED);
    await server.connected(1);
    await client[Symbol.asyncDispose]();
    await ended;
    await Promise.all(server.sockets.map(closed));
  });

  it("sends nothing if it is disposed just as it is first called", async () => {
    await using server = await serveBytes(OK);
    const client = httpClient();
    const call = client.call({ url: server.origin }, new Context());
    await Promise.all([expect(call).rejects.toMatchObject(CLOSED), client[Symbol.asyncDispose]()]);
    expect(server.sockets).toHaveLength(0);
  });
});

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const CLOSED = { name: "ClosedError", code: "closed" };

/** Answers with the method, the length and the body of the request. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await request.toArray()).join("");
  response.end(`${request.method} ${request.headers["content-length"] ?? ""} ${body}`);
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket, "close");
}
