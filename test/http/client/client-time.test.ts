import { getEventListeners } from "node:events";

import { describe, expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import { Context } from "../../../src/service/context.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { serveBytes, serveRaw, serveSockets } from "../../support/server.ts";

describe("httpClient, its time", () => {
  it.each([
    ["30 s, where nothing else is said", {}, 30_000],
    [
      "the time of the client, if that is least",
      { client: 20_000, request: 30_000, deadline: 30_000 },
      20_000,
    ],
    [
      "the time of the request, if that is least",
      { client: 30_000, request: 20_000, deadline: 30_000 },
      20_000,
    ],
    ["the deadline of the context, if that is first", { client: 30_000, deadline: 20_000 }, 20_000],
    ["a time that no timer of the platform can hold", { client: 2 ** 40 }, 2 ** 40],
  ])("ends after %s", async (_, limits: Limits, allowedMs) => {
    const clock = new VirtualClock();
    const {
      client: clientMs = 30_000,
      request: requestMs = Infinity,
      deadline = Infinity,
    } = limits;
    await using server = await serveRaw(() => {});
    await using client = httpClient(clientMs === 30_000 ? {} : { timeoutMs: clientMs });
    const request = { url: server.origin, timeoutMs: requestMs };
    const outcome = settle(client.call(request, new Context({ clock, deadline })));
    await server.asked(1);
    clock.advance(allowedMs - 1);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(await outcome).toMatchObject({ error: { name: "HttpError", code: "timeout" } });
  });

  it.each([
    ["the head", "HTTP/1.1 200 OK\r\nX-A: 1\r\n"],
    ["the body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"],
    ["a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nx"],
  ])("ends while %s is coming, and the connection is closed", async (_, begun) => {
    const clock = new VirtualClock();
    await using server = await serveRaw((socket) => {
      socket.write(begun, () => setImmediate(() => clock.advance(5000)));
    });
    await using client = httpClient({ timeoutMs: 5000 });
    const call = client.call({ url: server.origin }, new Context({ clock }));
    await expect(call).rejects.toMatchObject({ code: "timeout" });
    await server.closed();
  });

  it("counts the time to connect", async () => {
    const clock = new VirtualClock();
    await using server = await serveSockets((socket) => socket.resume());
    await using client = httpClient();
    const url = `https://127.0.0.1:${server.port}/`;
    const outcome = settle(client.call({ url }, new Context({ clock })));
    await server.connected(1);
    clock.advance(30_000);
    expect(await outcome).toMatchObject({ error: { code: "timeout", response: undefined } });
  });

  it("counts the wait for a connection, and then sends nothing", async () => {
    const clock = new VirtualClock();
    await using server = await serveRaw((socket, request) => {
      if (request.startsWith("GET /last")) socket.write(OK);
    });
    await using client = httpClient({ connections: 1 });
    const call = (path: string, timeoutMs: number): ReturnType<typeof client.call> =>
      client.call({ url: `${server.origin}/${path}`, timeoutMs }, new Context({ clock }));
    const first = settle(call("first", 200));
    const second = settle(call("second", 100));
    await server.asked(1);
    clock.advance(100);
    expect(await second).toMatchObject({ error: { code: "timeout" } });
    clock.advance(100);
    expect(await first).toMatchObject({ error: { code: "timeout" } });
    await call("last", 100);
    expect(server.requests.map((request) => request.split(" ")[1])).toEqual(["/first", "/last"]);
  });

  it("sends nothing where no time is left", async () => {
    await using server = await serveBytes(OK);
    await using client = httpClient();
    const context = new Context({ deadline: 0 });
    for (const request of [{}, { timeoutMs: 0 }]) {
      const call = client.call({ url: server.origin, ...request }, context);
      await expect(call).rejects.toMatchObject({ code: "timeout", cause: expect.any(Error) });
    }
    expect(server.sockets).toHaveLength(0);
  });

  it("leaves no timer and no abort listener", async () => {
    const clock = new VirtualClock();
    const { signal } = new AbortController();
    await using server = await serveRaw((socket, request) => {
      if (request.startsWith("GET /good")) socket.write(OK);
      else socket.destroy();
    });
    await using client = httpClient();
    for (const path of ["good", "bad", "good"]) {
      const url = `${server.origin}/${path}`;
      await settle(client.call({ url }, new Context({ clock, signal })));
      expect([clock.pending, getEventListeners(signal, "abort").length]).toEqual([0, 0]);
    }
  });
});

describe("httpClient, an abort", () => {
  it.each([
    ["before the head", ""],
    ["in the head", "HTTP/1.1 200 OK\r\nX"],
    ["in the body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"],
  ])("%s rejects with the reason, and closes the connection", async (_, begun) => {
    const controller = new AbortController();
    await using server = await serveRaw((socket) => {
      if (begun !== "") socket.write(begun);
    });
    await using client = httpClient();
    const context = new Context({ signal: controller.signal });
    const outcome = settle(client.call({ url: server.origin }, context));
    await server.asked(1);
    controller.abort("enough");
    expect(await outcome).toEqual({ ok: false, error: "enough" });
    await server.closed();
  });

  it("before the call, or before undici is there, sends nothing", async () => {
    const controller = new AbortController();
    await using server = await serveBytes(OK);
    await using client = httpClient();
    const context = new Context({ signal: controller.signal });
    const early = settle(client.call({ url: server.origin }, context));
    controller.abort("enough");
    const late = settle(client.call({ url: server.origin }, context));
    for (const outcome of [early, late]) {
      expect(await outcome).toEqual({ ok: false, error: "enough" });
    }
    expect(server.sockets).toHaveLength(0);
  });

  it("while it waits for a connection leaves that to the others", async () => {
    const controller = new AbortController();
    await using server = await serveRaw((socket, request) => {
      if (request.startsWith("GET /slow"))
        void server.asked(1).then(() => controller.abort("enough"));
      setImmediate(() => socket.write(OK));
    });
    await using client = httpClient({ connections: 1 });
    const { signal } = controller;
    const calls = ["slow", "given-up", "last"].map((path) => {
      const options = path === "given-up" ? { signal } : {};
      return settle(client.call({ url: `${server.origin}/${path}` }, new Context(options)));
    });
    const [slow, givenUp, last] = await Promise.all(calls);
    expect([slow?.ok, givenUp, last?.ok]).toEqual([true, { ok: false, error: "enough" }, true]);
    expect(server.requests).toHaveLength(2);
    expect(server.sockets).toHaveLength(1);
  });
});

interface Limits {
  readonly client?: number;
  readonly request?: number;
  readonly deadline?: number;
}

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
