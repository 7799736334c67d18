import type { IncomingMessage, ServerResponse } from "node:http";

import { describe, expect, it } from "vitest";

import type { HttpClientOptions } from "../../../src/http/client/client-options.ts";
import { httpClient } from "../../../src/http/client/client.ts";
import { Context } from "../../../src/service/context.ts";
import { ClosedError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
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
const CLOSED = { name: "ClosedError", code: "closed" };

/** Answers with the method, the length and the body of the request. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await request.toArray()).join("");
  response.end(`${request.method} ${request.headers["content-length"] ?? ""} ${body}`);
}
