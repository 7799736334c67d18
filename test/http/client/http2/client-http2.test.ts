import { EventEmitter, once } from "node:events";
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Stream } from "node:http2";

import { describe, expect, it } from "vitest";

import type { HttpClientOptions } from "../../../../src/http/client/client-options.ts";
import { httpClient, type HttpClient } from "../../../../src/http/client/client.ts";
import type { HttpRequest } from "../../../../src/http/message.ts";
import { Context } from "../../../../src/service/context.ts";
import { settle } from "../../../../src/service/outcome.ts";
import {
  dataFrame,
  END_STREAM,
  headersFrame,
  resetFrame,
  serveFrames,
} from "../../../support/http2-frames.ts";
import { authority, serveHttp2, serveHttps } from "../../../support/secure-server.ts";
import { serveHttp } from "../../../support/server.ts";

describe("httpClient, HTTP/2", () => {
  it("tells status, headers and body, several headers of one name kept apart", async () => {
    await using server = await serveHttp2((request, response) => {
      response.writeHead(203, { "set-cookie": ["a=1", "b=2"], "x-a": "caf\u00e9" });
      response.end(`${request.httpVersion} ${request.url}`);
    });
    await using client = http2Client();
    const url = `${server.origin}/a%20b?x[]=1`;
    const { status, headers, text, ...rest } = await client.call({ url }, new Context());
    expect([status, text, rest.url, rest.truncated]).toEqual([203, "2.0 /a%20b?x[]=1", url, false]);
    expect(rest.httpVersion).toBe("2");
    expect(headers.getAll("set-cookie")).toEqual(["a=1", "b=2"]);
    expect([...headers].some(([name]) => name.startsWith(":"))).toBe(false);
  });

  it("sends all requests to an origin on one connection, however many at once", async () => {
    await using server = await serveHttp2((_, response) => void response.end("x".repeat(1e5)));
    await using client = http2Client();
    const call = (): ReturnType<typeof client.call> =>
      client.call({ url: server.origin }, new Context());
    const first = await Promise.all(Array.from({ length: 20 }, call));
    const then = await Promise.all(Array.from({ length: 20 }, call));
    expect([...first, ...then].every(({ body }) => body.length === 1e5)).toBe(true);
    expect(server.sockets).toHaveLength(1);
    expect(then[0]?.timings).toMatchObject({ dnsMs: 0, connectMs: 0, tlsMs: 0 });
    expect(first[0]?.timings.tlsMs).toBeGreaterThan(first[0]?.timings.connectMs ?? Infinity);
  });

  it.each(["GET", "HEAD", "POST", "PUT", "DELETE", "QUERY"])(
    "sends a %s with a body",
    async (method) => {
      await using server = await serveHttp2(echo);
      await using client = http2Client();
      const headers = {
        "X-A": ["1", "2"],
        TE: "gzip",
        "Proxy-Connection": "x",
        Connection: "close",
        Host: "shop.test",
      };
      const request = { url: server.origin, method, headers, body: "b\u00f6dy" };
      const response = await client.call(request, new Context());
      expect(response.headers.get("x-echo")).toBe(`${method} shop.test 1, 2`);
      expect(response.text).toBe(method === "HEAD" ? "" : "b\u00f6dy");
    },
  );

  it("goes on by HTTP/1.1 with a server that chooses it, by as many connections as it may", async () => {
    await using server = await serveHttps(
      (request, response) => void response.end(request.httpVersion),
    );
    await using client = http2Client();
    const call = async (): Promise<string> =>
      (await client.call({ url: server.origin }, new Context())).text;
    expect(await Promise.all([call(), call(), call()])).toEqual(["1.1", "1.1", "1.1"]);
    expect(server.sockets).toHaveLength(3);
    expect(await call()).toBe("1.1");
    expect(server.sockets).toHaveLength(3);
  });

  it("asks for HTTP/1.1 where there is no TLS, and where it is not told to speak HTTP/2", async () => {
    await using plain = await serveHttp(
      (request, response) => void response.end(request.httpVersion),
    );
    await using server = await serveHttp2(
      (request, response) => void response.end(request.httpVersion),
    );
    await using client = http2Client();
    await using old = httpClient({ tls: { ca: authority } });
    expect((await client.call({ url: plain.origin }, new Context())).text).toBe("1.1");
    expect((await old.call({ url: server.origin }, new Context())).text).toBe("1.1");
  });

  it("leaves the connection to the others when a call is aborted, or too late, or has too much", async () => {
    const ended: string[] = [];
    await using server = await serveHttp2((request, response) => {
      response.stream.on("close", () => ended.push(`${request.url} ${response.stream.rstCode}`));
      if (request.url === "/long") response.end("x".repeat(1e6));
      else if (request.url === "/ok") response.end("ok");
      else response.write("begun");
    });
    const controller = new AbortController();
    await using client = http2Client();
    const call = (
      path: string,
      more: Partial<HttpRequest>,
      signal?: AbortSignal,
    ): Promise<unknown> =>
      settle(
        client.call({ url: server.origin + path, ...more }, new Context(signal ? { signal } : {})),
      );
    await call("/ok", {});
    const aborted = call(
      "/aborted",
      { accept: () => (controller.abort("enough"), true) },
      controller.signal,
    );
    expect(await aborted).toEqual({ ok: false, error: "enough" });
    expect(await call("/late", { timeoutMs: 200 })).toMatchObject({ error: { code: "timeout" } });
    expect(await call("/long", { maxBytes: 10 })).toMatchObject({ value: { truncated: true } });
    expect(await call("/ok", {})).toMatchObject({ value: { text: "ok" } });
    expect(server.sockets).toHaveLength(1);
    expect(ended).toContain("/aborted 8");
  });

  it("refuses a body that is too large", async () => {
    await using server = await serveHttp2((_, response) => void response.end("x".repeat(1e5)));
    await using client = http2Client({ maxBytes: 1000 });
    const call = client.call({ url: server.origin }, new Context());
    await expect(call).rejects.toMatchObject({ code: "too_large", response: { status: 200 } });
  });

  it.each([
    ["CANCEL", 8, "connection_reset"],
    ["REFUSED_STREAM", 7, "connection_reset"],
    ["INTERNAL_ERROR", 2, "connection_reset"],
    ["NO_ERROR", 0, "connection_reset"],
    ["PROTOCOL_ERROR", 1, "protocol"],
    ["HTTP_1_1_REQUIRED", 13, "protocol"],
  ])("tells of a request that the server resets with %s", async (_, rstCode, code) => {
    await using server = await serveHttp2((_, { stream }) => stream.close(rstCode));
    await using client = http2Client();
    const call = client.call({ url: server.origin }, new Context());
    await expect(call).rejects.toMatchObject({ name: "HttpError", code, reusedConnection: false });
  });

  it("tells of a session that ends with an error", async () => {
    await using server = await serveHttp2((_, { stream }) => stream.session?.goaway(2));
    await using client = http2Client();
    const call = client.call({ url: server.origin }, new Context());
    await expect(call).rejects.toMatchObject({ code: "connection_reset" });
  });

  it("waits for requests under way when the server says goodbye, and sends others elsewhere", async () => {
    const waiting: Http2ServerResponse[] = [];
    await using server = await serveHttp2((request, response) => {
      if (request.url === "/slow") {
        waiting.push(response);
        response.stream.session?.close();
        response.writeHead(200).write("begun ");
      } else response.end("quick");
    });
    await using client = http2Client();
    const call = (path: string, accept = (): boolean => true): ReturnType<typeof client.call> =>
      client.call({ url: server.origin + path, accept }, new Context());
    const { promise: begun, call: begin } = called();
    const slow = call("/slow", begin);
    await begun;
    expect((await call("/quick")).text).toBe("quick");
    waiting[0]?.end("done");
    expect((await slow).text).toBe("begun done");
    expect(server.sockets).toHaveLength(2);
  });

  it("sends nothing twice by itself when a session ends", async () => {
    const paths: string[] = [];
    await using server = await serveHttp2((request, response) => {
      paths.push(request.url);
      if (paths.length === 3) response.stream.session?.destroy();
    });
    await using client = http2Client();
    const calls = ["/a", "/b", "/c"].map((path) =>
      settle(client.call({ url: server.origin + path, method: "POST", body: path }, new Context())),
    );
    for (const outcome of await Promise.all(calls)) {
      expect(outcome).toMatchObject({ error: { code: "connection_reset" } });
    }
    expect(paths.toSorted()).toEqual(["/a", "/b", "/c"]);
  });

  it.each([
    ["a reset", (stream: ServerHttp2Stream): void => stream.close(2)],
    ["the end of its session", (stream: ServerHttp2Stream): void => stream.session?.destroy()],
  ])("tells of a body that is cut by %s, with its beginning", async (_, cut) => {
    await using server = await serveHttp2((_, response) => {
      response.write("begun", () => setImmediate(() => cut(response.stream)));
    });
    await using client = http2Client();
    const call = client.call({ url: server.origin }, new Context());
    await expect(call).rejects.toMatchObject({
      code: "truncated_body",
      response: { status: 200, text: "begun", truncated: true },
    });
  });

  it.each([
    ["ends short of its length", [headersFrame("5"), dataFrame("abc", END_STREAM)]],
    ["is reset without an error", [headersFrame("5"), dataFrame("abc", 0), resetFrame()]],
  ])("takes no body for whole that %s", async (_, frames) => {
    await using server = await serveFrames(frames);
    await using client = http2Client();
    const call = client.call({ url: server.origin }, new Context());
    await expect(call).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:truncated_body|protocol)$/),
    });
  });

  it("refuses a request that HTTP/2 cannot say", async () => {
    await using server = await serveHttp2(echo);
    await using client = http2Client();
    const request = { url: server.origin, headers: { "Content-Type": ["text/a", "text/b"] } };
    await expect(client.call(request, new Context())).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("tells all that wait for a connection why there is none", async () => {
    await using server = await serveHttp2(echo);
    await using client = httpClient({ http2: true });
    const calls = [1, 2, 3].map(() => settle(client.call({ url: server.origin }, new Context())));
    for (const outcome of await Promise.all(calls)) {
      expect(outcome).toMatchObject({ error: { code: "tls", tlsReason: "untrusted" } });
    }
    expect(server.sockets).toHaveLength(1);
  });

  it("ends the calls under way when it is disposed, and closes its connections", async () => {
    const { promise: asked, call: ask } = called();
    await using server = await serveHttp2(ask);
    const client = http2Client();
    const outcome = settle(client.call({ url: server.origin }, new Context()));
    await asked;
    await client[Symbol.asyncDispose]();
    expect(await outcome).toMatchObject({ error: { code: "closed" } });
    await server.closed();
  });
});

function http2Client(options: HttpClientOptions = {}): HttpClient {
  return httpClient({ http2: true, tls: { ca: authority }, ...options });
}

/** Answers with the body, and a header that tells of the request. */
async function echo(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
  const body = await request.toArray();
  const { method, headers } = request;
  response.setHeader("x-echo", `${method} ${headers[":authority"]} ${String(headers["x-a"])}`);
  response.end(Buffer.concat(body));
}

/** A function, and a promise that it was called. */
function called(): { readonly promise: Promise<unknown>; readonly call: () => boolean } {
  const events = new EventEmitter();
  return { promise: once(events, "called"), call: () => events.emit("called") };
}
