import { describe, expect, it, vi } from "vitest";

import type { HttpClientOptions } from "../../../src/http/client/client-options.ts";
import { httpClient } from "../../../src/http/client/client.ts";
import type { HttpRequest, HttpResponse, ResponseHead } from "../../../src/http/message.ts";
import { Context } from "../../../src/service/context.ts";
import { serveBytes, serveRaw } from "../../support/server.ts";
import { untyped } from "../../support/untyped.ts";

const VIDEO = "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n";

describe("httpClient, accept", () => {
  it("leaves the body of a response that it refuses, and closes the connection", async () => {
    await using server = await serveRaw(
      (socket) => void socket.write(`${VIDEO}Content-Length: 1000\r\n\r\nbegun`),
    );
    const response = await call({ accept: () => false }, { url: server.origin });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect([response.body.length, response.truncated]).toEqual([0, true]);
    await server.closed();
  });

  it("reads what it accepts", async () => {
    await using server = await serveBytes(`${VIDEO}\r\nwhole`);
    const { text, truncated } = await call({ accept: () => true }, { url: server.origin });
    expect([text, truncated]).toEqual(["whole", false]);
  });

  it("is shown the head of the final response", async () => {
    await using server = await serveBytes(`HTTP/1.1 103 Early Hints\r\n\r\n${VIDEO}\r\n`);
    const heads: ResponseHead[] = [];
    await call({ accept: (head) => heads.push(head) > 0 }, { url: server.origin });
    expect(heads.map(({ url, status }) => [url, status])).toEqual([[`${server.origin}/`, 200]]);
    expect(heads[0]?.headers.get("content-type")).toBe("video/mp4");
  });

  it.each([
    ["HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"],
    ["GET", "HTTP/1.1 204 No Content\r\n\r\n"],
    ["GET", "HTTP/1.1 304 Not Modified\r\n\r\n"],
  ])("is not asked where no body is to come: %s %j", async (method, answer) => {
    await using server = await serveBytes(answer);
    const accept = vi.fn<() => boolean>(() => false);
    const { truncated } = await call({ accept }, { url: server.origin, method });
    expect([truncated, accept.mock.calls]).toEqual([false, []]);
  });

  it("comes before the size and the codings of the body", async () => {
    const head = `${VIDEO}Content-Length: 1000\r\nContent-Encoding: compress\r\n\r\n`;
    await using server = await serveBytes(head);
    const { status } = await call({ accept: () => false, maxBytes: 10 }, { url: server.origin });
    expect(status).toBe(200);
  });

  it("makes the call reject with what it throws", async () => {
    await using server = await serveBytes(`${VIDEO}\r\nwhole`);
    const reason = new Error("no");
    const accept = (): boolean => {
      throw reason;
    };
    await expect(call({ accept }, { url: server.origin })).rejects.toBe(reason);
  });

  it.each([
    ["a promise", async () => true],
    ["a promise", () => Promise.reject(new Error("no"))],
    ["undefined", () => {}],
    ["1", () => 1],
  ])("makes the call reject where it gives %s", async (got, accept) => {
    await using server = await serveBytes(`${VIDEO}\r\nwhole`);
    const own: HttpClientOptions & Pick<HttpRequest, "accept"> = untyped({ accept });
    const wrong = new TypeError(`Expected "accept" to give true or false, and at once: got ${got}`);
    await expect(call(own, { url: server.origin })).rejects.toThrow(wrong);
    await expect(call({}, { url: server.origin, ...own })).rejects.toThrow(wrong);
  });

  it("of a request counts in place of the client's", async () => {
    await using server = await serveBytes(`${VIDEO}\r\nwhole`);
    const request = { url: server.origin, accept: () => true };
    expect((await call({ accept: () => false }, request)).text).toBe("whole");
  });

  it("of a request has to be a function, or nothing is sent", async () => {
    await using server = await serveBytes(`${VIDEO}\r\nwhole`);
    const request: HttpRequest = untyped({ url: server.origin, accept: "text/html" });
    await expect(call({}, request)).rejects.toMatchObject({
      name: "InvalidRequestError",
      message: 'Expected "accept" to be a function: got "text/html"',
    });
    expect(server.sockets).toEqual([]);
  });

  it("has to be a function", () => {
    expect(() => httpClient(untyped({ accept: "text/html" }))).toThrow(
      new TypeError('Expected "accept" to be a function: got "text/html"'),
    );
  });
});

describe("httpClient, allowTruncated", () => {
  it.each([
    ["short of its length", "Content-Length: 100\r\n\r\nbegun"],
    ["between chunks", "Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n"],
  ])("gives the beginning of a body that is cut %s", async (_, answer) => {
    await using server = await serveBytes(`HTTP/1.1 200 OK\r\n${answer}`);
    const { text, truncated } = await call({ allowTruncated: true }, { url: server.origin });
    expect([text, truncated]).toEqual(["begun", true]);
  });

  it("gives no byte of a body of which none can be made out", async () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 100\r\n\r\n";
    await using server = await serveBytes(`${head}<html>plain</html>`);
    const { text, truncated } = await call({ allowTruncated: true }, { url: server.origin });
    expect([text, truncated]).toEqual(["", true]);
  });

  it("leaves a whole body whole, and other errors errors", async () => {
    await using whole = await serveBytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    const options = { allowTruncated: true };
    expect((await call(options, { url: whole.origin })).truncated).toBe(false);

    await using broken = await serveBytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n?");
    await expect(call(options, { url: broken.origin })).rejects.toMatchObject({ code: "protocol" });
    await using silent = await serveBytes("HTTP/1.1 200 OK\r\n");
    const error = { code: "connection_reset" };
    await expect(call(options, { url: silent.origin })).rejects.toMatchObject(error);
  });

  it("of a request counts in place of the client's", async () => {
    await using server = await serveBytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun");
    for (const allowTruncated of [true, false]) {
      const request = { url: server.origin, allowTruncated };
      const outcome = call({ allowTruncated: !allowTruncated }, request).then(
        ({ text }) => text,
        ({ code }: { code: string }) => code,
      );
      expect(await outcome).toBe(allowTruncated ? "begun" : "truncated_body");
    }
  });

  it("of a request has to be true or false, or nothing is sent", async () => {
    await using server = await serveBytes("HTTP/1.1 200 OK\r\n\r\n");
    const request: HttpRequest = untyped({ url: server.origin, allowTruncated: "yes" });
    await expect(call({}, request)).rejects.toMatchObject({
      name: "InvalidRequestError",
      message: 'Expected "allowTruncated" to be true or false: got "yes"',
    });
    expect(server.sockets).toEqual([]);
  });

  it("has to be true or false", () => {
    expect(() => httpClient(untyped({ allowTruncated: 1 }))).toThrow(
      new TypeError('Expected "allowTruncated" to be true or false: got 1'),
    );
  });
});

async function call(options: HttpClientOptions, request: HttpRequest): Promise<HttpResponse> {
  await using client = httpClient(options);
  return await client.call(request, new Context());
}
