import { describe, expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import { HttpError } from "../../../src/http/errors.ts";
import type { HttpTimings } from "../../../src/http/message.ts";
import { attemptKey } from "../../../src/service/attempt-key.ts";
import { Context } from "../../../src/service/context.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { authority, serveHttps } from "../../support/secure-server.ts";
import { serveHttp, serveRaw, serveSockets } from "../../support/server.ts";

describe("httpClient, its timings", () => {
  it("tells of each step of a new connection, in order, and of none on one that had served", async () => {
    await using server = await serveHttps((_, response) => void response.end("ok"));
    await using client = httpClient({ tls: { ca: authority } });
    const url = `https://localhost:${server.port}/`;
    const { timings } = await client.call({ url }, new Context());
    const { dnsMs = 0, connectMs = 0, tlsMs = 0 } = timings;
    expect(inOrder(timings)).toBe(true);
    expect(dnsMs).toBeGreaterThan(0);
    expect(connectMs).toBeGreaterThan(dnsMs);
    expect(tlsMs).toBeGreaterThan(connectMs);
    expect(timings.firstByteMs).toBeGreaterThan(tlsMs);

    const again = await client.call({ url }, new Context());
    expect(again.timings).toMatchObject({ dnsMs: 0, connectMs: 0, tlsMs: 0 });
    expect(again.timings.firstByteMs).toBeGreaterThan(0);
    expect(server.sockets).toHaveLength(1);
  });

  it("spends none on TLS where there is none", async () => {
    await using server = await serveHttp((_, response) => void response.end("ok"));
    await using client = httpClient();
    const { timings } = await client.call({ url: server.origin }, new Context());
    expect(timings.tlsMs).toBe(timings.connectMs);
    expect(inOrder(timings)).toBe(true);
  });

  it("tells on an error how far it had come: to the lookup", async () => {
    const clock = new VirtualClock();
    const lookup = (): Promise<never> => {
      setImmediate(() => clock.advance(5));
      return new Promise(() => {});
    };
    await using client = httpClient({ dns: { lookup } });
    const { code, timings } = await errorOf(
      client.call({ url: "http://shop.test/", timeoutMs: 5 }, new Context({ clock })),
    );
    expect(code).toBe("timeout");
    expect([timings?.dnsMs, timings?.totalMs]).toEqual([5, 5]);
  });

  it("tells on an error how far it had come: to the connection", async () => {
    await using client = httpClient({ dns: { lookup: async () => ["127.0.0.2"] } });
    const { code, timings } = await errorOf(
      client.call({ url: "http://shop.test:1/" }, new Context()),
    );
    expect(code).toBe("connect");
    expect(timings?.dnsMs).toBeLessThan(timings?.totalMs ?? 0);
    expect(timings?.connectMs).toBe(timings?.totalMs);
  });

  it("tells on an error how far it had come: to TLS", async () => {
    await using server = await serveSockets(
      (socket) => void socket.once("data", () => socket.destroy()),
    );
    await using client = httpClient();
    const url = `https://127.0.0.1:${server.port}/`;
    const { code, timings } = await errorOf(client.call({ url }, new Context()));
    expect(code).toBe("connection_reset");
    expect(timings?.connectMs).toBeLessThan(timings?.totalMs ?? 0);
    expect(timings?.tlsMs).toBe(timings?.totalMs);
  });

  it("tells on an error how far it had come: to the head, and of the response the same", async () => {
    await using server = await serveRaw((socket) => {
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx");
    });
    await using client = httpClient();
    const { code, timings, response } = await errorOf(
      client.call({ url: server.origin }, new Context()),
    );
    expect(code).toBe("truncated_body");
    expect(timings).toEqual(response?.timings);
    expect(timings && inOrder(timings)).toBe(true);
  });

  it("tells on an error which request it was, and which attempt", async () => {
    await using server = await serveRaw((socket) => void socket.destroy());
    await using client = httpClient();
    const request = { url: server.origin };
    const first = await errorOf(client.call(request, new Context()));
    const third = await errorOf(client.call(request, new Context().with(attemptKey, 3)));
    const late = await errorOf(
      client.call({ ...request, timeoutMs: 0 }, new Context().with(attemptKey, 2)),
    );
    expect([first.attempt, third.attempt, late.attempt]).toEqual([1, 3, 2]);
    expect(first.request).toBe(request);
    expect(first.cause).toBeInstanceOf(Error);
    expect(late.timings).toBeDefined();
  });

  it("ends a body that drips for ever when its time is over", async () => {
    const clock = new VirtualClock();
    await using server = await serveRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const drip = (): void => {
        if (socket.destroyed) return;
        clock.advance(100);
        socket.write("x", () => setImmediate(drip));
      };
      drip();
    });
    await using client = httpClient({ timeoutMs: 5000 });
    const error = await errorOf(client.call({ url: server.origin }, new Context({ clock })));
    expect(error).toMatchObject({ code: "timeout", timings: { totalMs: 5000 } });
    await server.closed();
  });
});

function inOrder({
  dnsMs = 0,
  connectMs = 0,
  tlsMs = 0,
  firstByteMs,
  totalMs,
}: HttpTimings): boolean {
  const times = [0, dnsMs, connectMs, tlsMs, firstByteMs, totalMs];
  return times.every((time, n) => n === 0 || time >= (times[n - 1] ?? 0));
}

async function errorOf(call: Promise<unknown>): Promise<HttpError> {
  const outcome = await settle(call);
  if (!outcome.ok && outcome.error instanceof HttpError) return outcome.error;
  throw new Error("Expected an HttpError", { cause: outcome });
}
