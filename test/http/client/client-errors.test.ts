import { subscribe, unsubscribe } from "node:diagnostics_channel";

import { describe, expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import { HttpError } from "../../../src/http/errors.ts";
import { Context } from "../../../src/service/context.ts";
import { settle } from "../../../src/service/outcome.ts";
import { serveBytes, serveHttp, serveRaw } from "../../support/server.ts";

describe("httpClient, its errors", () => {
  it("tells of a host that has no address", async () => {
    const noName = "x".repeat(64); // longer than the DNS allows, so that it is not asked
    expect(await errorOf(`http://${noName}.test/`)).toMatchObject({ code: "dns" });
  });

  it("tells of a port where nobody listens", async () => {
    const server = await serveBytes("");
    await server[Symbol.asyncDispose]();
    const error = await errorOf(server.origin);
    expect(error).toMatchObject({ code: "connect", cause: { code: "ECONNREFUSED" } });
    expect(error.message).toBe(
      `GET ${server.origin}/ failed: connect ECONNREFUSED 127.0.0.1:${server.port}`,
    );
  });

  it("tells of a server that does not speak TLS", async () => {
    await using server = await serveHttp((_, response) => void response.end());
    expect(await errorOf(`https://127.0.0.1:${server.port}/`)).toMatchObject({ code: "tls" });
  });

  it.each([
    ["nothing", ""],
    ["a part of the head", "HTTP/1.1 200 OK\r\nContent-"],
  ])("tells of a connection that ends after %s", async (_, answer) => {
    await using server = await serveBytes(answer);
    expect(await errorOf(server.origin)).toMatchObject({
      code: "connection_reset",
      response: undefined,
    });
  });

  it.each([
    ["what is no HTTP", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["a header line without a colon", "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n"],
    ["control bytes in a header", "HTTP/1.1 200 OK\r\nX: a\u0000b\r\n\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"],
    ["a status below 100", "HTTP/1.1 099 No\r\nContent-Length: 2\r\n\r\nok"],
    ["a length that is no number", "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello"],
    ["a head without end", `HTTP/1.1 200 OK\r\n${`X: ${"y".repeat(300)}\r\n`.repeat(1000)}`],
    ["an upgrade that nobody asked for", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"],
  ])("tells of a server that sends %s", async (_, answer) => {
    await using server = await serveBytes(answer);
    expect(await errorOf(server.origin)).toMatchObject({ code: "protocol" });
  });

  it("says what is wrong with a status that is none", async () => {
    await using server = await serveBytes("HTTP/1.1 000 No\r\n\r\n");
    expect((await errorOf(server.origin)).message).toMatch(/failed: 0 is no status$/);
  });

  it("has the head of a response whose body breaks the protocol", async () => {
    const head = "HTTP/1.1 200 OK\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n";
    await using server = await serveBytes(`${head}2\r\nok\r\nno length\r\n`);
    const { code, response } = await errorOf(server.origin);
    expect([code, response?.status, response?.headers.get("x-a")]).toEqual(["protocol", 200, "1"]);
    expect([response?.truncated, response?.text]).toEqual([true, ""]);
  });

  it.each([
    ["short of its length", "Content-Length: 100\r\n\r\nbegun"],
    ["in a chunk", "Transfer-Encoding: chunked\r\n\r\n2\r\nbe\r\n9\r\ngun"],
    ["between chunks", "Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n"],
    [
      "before the last line of the last chunk",
      "Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n0\r\n",
    ],
    [
      "on a connection that was to be kept",
      "Connection: keep-alive\r\nContent-Length: 100\r\n\r\nbegun",
    ],
    ["on one that was not", "Connection: close\r\nContent-Length: 100\r\n\r\nbegun"],
  ])("has the beginning of a body that is cut %s", async (_, answer) => {
    await using server = await serveBytes(`HTTP/1.1 200 OK\r\n${answer}`);
    const { code, response } = await errorOf(server.origin);
    expect([code, response?.truncated, response?.text]).toEqual(["truncated_body", true, "begun"]);
  });

  it.each([
    ["a length", "Content-Length: 100\r\n\r\nbegun"],
    ["no length", "Connection: close\r\n\r\nbegun"],
  ])("does not take a reset for the end of a body with %s", async (_, answer) => {
    await using server = await serveRaw((socket) => {
      onceReceived(() => setImmediate(() => socket.resetAndDestroy()));
      socket.write(`HTTP/1.1 200 OK\r\n${answer}`);
    });
    const { code, response, cause } = await errorOf(server.origin);
    expect([code, response?.text]).toEqual(["truncated_body", "begun"]);
    expect(cause).toMatchObject({ code: "ECONNRESET" });
  });

  it("has the request, and no password of it in its message", async () => {
    await using server = await serveBytes("");
    const url = `http://ann:secret@127.0.0.1:${server.port}/x`;
    const error = await errorOf(url, "head");
    expect(error.request).toEqual({ url, method: "head" });
    expect(error.message).toMatch(/^HEAD (?!.*secret)/);
  });

  it("knows whether the connection had served before", async () => {
    await using server = await serveRaw((socket, _, n) => {
      if (n % 2 === 1) socket.destroy();
      else socket.write(OK);
    });
    await using client = httpClient();
    const call = (): Promise<unknown> => client.call({ url: server.origin }, new Context());
    for (let n = 0; n < 3; n++) {
      await call();
      await expect(call()).rejects.toMatchObject({
        code: "connection_reset",
        reusedConnection: true,
      });
    }
    await using silent = await serveBytes("");
    expect(await errorOf(silent.origin)).toMatchObject({ reusedConnection: false });
  });
});

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** Runs `fn` as soon as the client has got the head of a response. */
function onceReceived(fn: () => void): void {
  const received = (): void => {
    unsubscribe("undici:request:headers", received);
    fn();
  };
  subscribe("undici:request:headers", received);
}

/** What a call ends with. */
async function errorOf(url: string, method = "GET"): Promise<HttpError> {
  await using client = httpClient();
  const outcome = await settle(client.call({ url, method }, new Context()));
  if (!outcome.ok && outcome.error instanceof HttpError) return outcome.error;
  throw new Error("Expected the call to end with an HttpError", { cause: outcome });
}
