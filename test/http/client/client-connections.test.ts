import type { IncomingMessage, ServerResponse } from "node:http";

import { describe, expect, it } from "vitest";

import type { HttpClientOptions } from "../../../src/http/client/client-options.ts";
import { httpClient } from "../../../src/http/client/client.ts";
import type { HttpResponse } from "../../../src/http/message.ts";
import { Context } from "../../../src/service/context.ts";
import { ClosedError } from "../../../src/service/errors.ts";
import { type Outcome, settle } from "../../../src/service/outcome.ts";
import { serveBytes, serveHttp, serveRaw, serveSockets } from "../../support/server.ts";

describe("httpClient", () => {
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

  it.each([
    ["is refused", { accept: () => false }],
    ["is cut", { maxBytes: 1 }],
    ["fails", { accept: () => JSON.parse("no") }],
  ])("opens no connection but for the next request where a body %s", async (_, how) => {
    await using server = await serveRaw((socket) => void socket.write(BEGUN));
    await using client = httpClient();
    for (let n = 1; n <= 5; n++) {
      await settle(client.call({ url: server.origin, ...how }, new Context()));
      await server.closed();
    }
    expect([server.sockets.length, server.requests.length]).toEqual([5, 5]);
  });

  it("opens no connection in place of one whose call was aborted", async () => {
    await using server = await serveRaw(() => {});
    await using client = httpClient({ connections: 1 });
    for (let n = 1; n <= 5; n++) {
      const controller = new AbortController();
      const context = new Context({ signal: controller.signal });
      const outcome = settle(client.call({ url: server.origin }, context));
      await server.asked(n);
      controller.abort();
      expect(await outcome).toMatchObject({ error: { name: "AbortError" } });
      await server.closed();
    }
    expect(server.sockets).toHaveLength(5);
  });

  it("closes a connection whose response came before the request was sent", async () => {
    await using server = await serveSockets((socket) => {
      socket.once("data", () => {
        socket.pause().write(OK);
      });
    });
    await using client = httpClient({ connections: 1 });
    const upload = { url: server.origin, method: "POST", body: new Uint8Array(3e7) };
    for (const request of [upload, { url: server.origin }]) {
      expect((await client.call(request, new Context())).text).toBe("ok");
    }
    expect(server.sockets).toHaveLength(2);
  });

  it("keeps a connection whose request was sent, be it a large one", async () => {
    await using server = await serveHttp(echo);
    await using client = httpClient();
    const upload = { url: server.origin, method: "POST", body: new Uint8Array(1e6) };
    for (let n = 0; n < 5; n++) await client.call(upload, new Context());
    expect(server.sockets).toHaveLength(1);
  });

  it("gives up the connection that is being made for a call that is aborted", async () => {
    await using server = await serveSockets((socket) => socket.resume());
    await using client = httpClient();
    const controller = new AbortController();
    const context = new Context({ signal: controller.signal });
    const call = client.call({ url: `https://127.0.0.1:${server.port}/` }, context);
    const outcome = settle(call);
    await server.connected(1);
    controller.abort();
    expect(await outcome).toMatchObject({ error: { name: "AbortError" } });
    await server.closed();
  });

  it.each([1, 2, Infinity])(
    "serves the calls beside one that is aborted as it connects: up to %d connections",
    async (connections) => {
      await using warm = await serveBytes(OK);
      await using server = await serveHttp(echo);
      await using client = httpClient({ connections });
      await client.call({ url: warm.origin }, new Context());
      const controller = new AbortController();
      const call = (context: Context): Promise<Outcome<HttpResponse>> =>
        settle(client.call({ url: server.origin }, context));
      const aborted = call(new Context({ signal: controller.signal }));
      const others = [1, 2, 3].map(() => call(new Context()));
      controller.abort();
      expect(await aborted).toMatchObject({ error: { name: "AbortError" } });
      for (const other of others) expect(await other).toMatchObject({ value: { status: 200 } });
      expect(server.sockets.length).toBeLessThanOrEqual(Math.min(connections, 4));
    },
  );

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
    await server.closed();
  });

  it("ends attempts to connect when it is disposed", async () => {
    await using server = await serveSockets((socket) => socket.resume());
    const client = httpClient();
    const call = client.call({ url: `https://127.0.0.1:${server.port}/` }, new Context());
    const [outcome] = await Promise.all([
      settle(call),
      server.connected(1).then(() => client[Symbol.asyncDispose]()),
    ]);
    expect(outcome).toMatchObject({ error: CLOSED });
    await server.closed();
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
const BEGUN = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun";
const CLOSED = { name: "ClosedError", code: "closed" };

/** Answers with the method, the length and the body of the request. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await request.toArray()).join("");
  response.end(`${request.method} ${request.headers["content-length"] ?? ""} ${body}`);
}
