import type { IncomingMessage, ServerResponse } from "node:http";

import { describe, expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import { version } from "../../../src/http/client/version.ts";
import { InvalidRequestError } from "../../../src/http/errors.ts";
import type { HttpRequest } from "../../../src/http/message.ts";
import { Context } from "../../../src/service/context.ts";
import { serveBytes, serveHttp, serveRaw, serveSockets } from "../../support/server.ts";
import { untyped } from "../../support/untyped.ts";

describe("httpClient", () => {
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

  it.each([{ timeout: 5 }, null])("refuses the options %j", (options) => {
    expect(() => httpClient(untyped(options))).toThrow("options of httpClient");
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
});

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
/** Answers with the method, the length and the body of the request. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await request.toArray()).join("");
  response.end(`${request.method} ${request.headers["content-length"] ?? ""} ${body}`);
}
