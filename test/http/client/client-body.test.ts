import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import type { HttpResponse } from "../../../src/http/message.ts";
import { Context } from "../../../src/service/context.ts";
import { serveBytes, serveRaw } from "../../support/server.ts";

describe("httpClient, codings of a body", () => {
  it.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
    ["br, gzip", (text: string) => gzipSync(brotliCompressSync(text))],
  ])("are undone: %s", async (coding, encode) => {
    for (const text of ["hello", randomBytes(2e5).toString("hex")]) {
      await using server = await serveBytes(headOf({ "Content-Encoding": coding }), encode(text));
      expect((await call(server.origin)).text).toBe(text);
    }
  });

  it("may come in a header each", async () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Encoding: gzip\r\n\r\n";
    await using server = await serveBytes(head, gzipSync(brotliCompressSync("hello")));
    expect((await call(server.origin)).text).toBe("hello");
  });

  it("may be codings of the transfer", async () => {
    const head = headOf({ "Content-Encoding": "br", "Transfer-Encoding": "gzip, chunked" });
    const body = gzipSync(brotliCompressSync("hello")).toString("latin1");
    await using server = await serveBytes(
      `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    expect((await call(server.origin)).text).toBe("hello");
  });

  it("count for nothing where the body is empty", async () => {
    const head = headOf({ "Content-Encoding": "gzip", "Content-Length": "0" });
    await using server = await serveBytes(head);
    expect((await call(server.origin)).text).toBe("");
  });

  it("are asked for as they can be undone", async () => {
    await using server = await serveBytes(headOf({}));
    await call(server.origin);
    expect(server.requests[0]).toMatch(/^accept-encoding: gzip, deflate, br(?:, zstd)?\r$/m);
  });

  it.each([
    ["damaged", "gzip", damaged(gzipSync("hello hello hello"))],
    ["not what they are said to be", "br", Buffer.from("<html>plain</html>")],
    ["too many", Array(6).fill("gzip").join(), Buffer.from("plain")],
    ["known to others only", "compress", Buffer.from("plain")],
  ])("that are %s fail the call", async (_, coding, body) => {
    await using server = await serveBytes(headOf({ "Content-Encoding": coding }), body);
    const error = { code: "decode", response: { status: 200, truncated: true } };
    await expect(call(server.origin)).rejects.toMatchObject(error);
  });

  it("that the server cut give what can be read, truncated", async () => {
    for (const text of ["hello", randomBytes(2e5).toString("hex")]) {
      const body = gzipSync(text).subarray(0, -8);
      const length = `${body.length}`;
      const head = headOf({ "Content-Encoding": "gzip", "Content-Length": length });
      await using server = await serveBytes(head, body);
      const response = await call(server.origin);
      expect([response.truncated, response.text === text]).toEqual([true, true]);
    }
  });

  it("do not hide that the connection was cut", async () => {
    const head = headOf({ "Content-Encoding": "gzip", "Content-Length": "1000000" });
    for (const text of ["hello", randomBytes(2e5).toString("hex")]) {
      await using server = await serveBytes(head, gzipSync(text));
      const response = { text, truncated: true };
      await expect(call(server.origin)).rejects.toMatchObject({ code: "truncated_body", response });
    }
  });

  it("give no bytes where the connection was cut in what cannot be undone", async () => {
    const head = headOf({ "Content-Encoding": "br", "Content-Length": "1000000" });
    await using server = await serveBytes(head, "<html>plain</html>");
    const error = { code: "truncated_body", response: { status: 200, text: "" } };
    await expect(call(server.origin)).rejects.toMatchObject(error);
  });
});

describe("httpClient, the size of a body", () => {
  it("may be maxBytes, and no more", async () => {
    for (const coding of ["identity", "gzip"]) {
      const text = "x".repeat(1000);
      await using server = await serveBytes(
        headOf({ "Content-Encoding": coding }),
        coding === "gzip" ? gzipSync(text) : text,
      );
      expect((await call(server.origin, 1000)).text).toHaveLength(1000);
      await expect(call(server.origin, 999)).rejects.toMatchObject(TOO_LARGE);
    }
  });

  it("is judged by its Content-Length before a byte of it has come", async () => {
    await using server = await serveRaw(
      (socket) => void socket.write(headOf({ "Content-Length": "11" })),
    );
    await expect(call(server.origin, 10)).rejects.toMatchObject(TOO_LARGE);
    await server.closed();
  });

  it("is 10 MiB at most unless it is said otherwise", async () => {
    const length = 10 * 1024 * 1024 + 1;
    await using server = await serveBytes(headOf({ "Content-Length": `${length}` }));
    await expect(call(server.origin)).rejects.toMatchObject(TOO_LARGE);
  });

  it.each([
    ["plain", "identity", Buffer.alloc(1e5)],
    ["compressed", "gzip", gzipSync(randomBytes(1e5))],
    ["a bomb", "gzip", gzipSync(Buffer.alloc(1e8))],
    ["a bomb in a bomb", "gzip, gzip", gzipSync(gzipSync(Buffer.alloc(1e8)))],
  ])("ends the connection as soon as it is too much, be it %s", async (_, coding, body) => {
    await using server = await serveRaw((socket) => {
      socket.write(headOf({ "Content-Encoding": coding }));
      writeForEver(socket, body);
    });
    await expect(call(server.origin, 1e5)).rejects.toMatchObject(TOO_LARGE);
    await server.closed();
  });
});

const TOO_LARGE = {
  name: "HttpError",
  code: "too_large",
  response: { status: 200, truncated: true },
};

function headOf(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join("")}\r\n`;
}

function damaged(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, at) => (at === 12 ? byte ^ 0xff : byte));
}

function writeForEver(socket: Socket, bytes: Uint8Array): void {
  socket.write(bytes, (error) => {
    if (!error) writeForEver(socket, bytes);
  });
}

async function call(url: string, maxBytes?: number): Promise<HttpResponse> {
  await using client = httpClient(maxBytes === undefined ? {} : { maxBytes });
  return await client.call({ url }, new Context());
}
