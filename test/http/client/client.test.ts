import { setImmediate } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import { Context } from "../../../src/service/context.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { serveBytes, serveHttp, serveRaw } from "../../support/server.ts";

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
      status: 404,
      url: `${server.origin}/x#top`,
      text: "one two",
      truncated: false,
      fromCache: false,
    });
    expect(headers.get("x-a")).toBe("1");
    expect(headers.getAll("set-cookie")).toEqual(["a=1", "b=2"]);
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
});

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
