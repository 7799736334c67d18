import { describe, expect, it } from "vitest";

import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { serveRaw } from "../../support/server.ts";

const options = { robots: false, delayMs: 0, retry: { backoff: () => 0 } } as const;

describe("httpStack, asked for a part", () => {
  it("joins nothing of two attempts: a repeat asks for the same again, and its answer stands alone", async () => {
    await using server = await serveRaw((socket, _, n) => {
      // Of the first version the connection breaks, and the second is another one.
      if (n === 0) socket.end(part(10, "0123", '"v1"'));
      else socket.end(part(10, "ABCDEFGHIJ", '"v2"'));
    });
    await using http = httpStack(options).service();
    const headers = { range: "bytes=0-9" };
    const response = await http.call({ url: server.origin, headers });
    expect(response).toMatchObject({ status: 206, text: "ABCDEFGHIJ" });
    expect(response.headers.get("etag")).toBe('"v2"');
    const [first, second] = server.requests;
    expect(second).toBe(first);
    expect(second?.match(/^(?:range|if-range): .*$/gim)).toEqual(["range: bytes=0-9"]);
  });

  it("asks for the whole again where the whole was cut", async () => {
    await using server = await serveRaw((socket, _, n) => {
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n${n === 0 ? "ab" : "ABCD"}`);
    });
    await using http = httpStack(options).service();
    expect(await http.call({ url: server.origin })).toMatchObject({ status: 200, text: "ABCD" });
    expect(server.requests.join("\n")).not.toMatch(/range/i);
  });

  it("keeps no part as the whole, and answers for no part from what is kept", async () => {
    await using server = await serveRaw((socket, request) => {
      socket.end(
        /^range:/im.test(request)
          ? part(2, "ab", '"v"')
          : "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd",
      );
    });
    await using http = httpStack({ ...options, cache: new MemoryCache() }).service();
    const ask = async (headers = {}): Promise<string> =>
      (await http.call({ url: server.origin, headers })).text;
    const range = { range: "bytes=0-1" };
    expect([await ask(range), await ask(), await ask(range), await ask()]).toEqual([
      "ab",
      "abcd",
      "ab",
      "abcd",
    ]);
    expect(server.requests).toHaveLength(3);
  });

  it("passes on that there is no such part, and does not ask for it again", async () => {
    await using server = await serveRaw((socket) => {
      const head = "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */4";
      socket.end(`${head}\r\nContent-Length: 0\r\n\r\n`);
    });
    await using http = httpStack(options).service();
    const call = http.call({ url: server.origin, headers: { range: "bytes=9-" } });
    await expect(call).rejects.toMatchObject({ code: "client_error", status: 416 });
    expect(server.requests).toHaveLength(1);
  });

  it("asks for no coding of a part", async () => {
    await using server = await serveRaw((socket) => void socket.end(part(2, "ab", '"v"')));
    await using http = httpStack(options).service();
    await http.call({ url: server.origin, headers: { range: "bytes=0-1" } });
    expect(server.requests[0]).toMatch(/^accept-encoding: identity\r$/im);
  });
});

function part(length: number, body: string, etag: string): string {
  const range = `Content-Range: bytes 0-${length - 1}/100\r\nContent-Length: ${length}`;
  return `HTTP/1.1 206 Partial Content\r\nETag: ${etag}\r\n${range}\r\n\r\n${body}`;
}
