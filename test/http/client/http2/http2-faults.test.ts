import type { Http2ServerResponse } from "node:http2";

import { describe, expect, it } from "vitest";

import { httpClient, type HttpClient } from "../../../../src/http/client/client.ts";
import { Context } from "../../../../src/service/context.ts";
import { settle } from "../../../../src/service/outcome.ts";
import { VirtualClock } from "../../../../src/testing/virtual-clock.ts";
import {
  dataFrame,
  END_STREAM,
  headersFrame,
  serveFrames,
  violations,
} from "../../../support/http2-frames.ts";
import { authority, serveHttp2 } from "../../../support/secure-server.ts";
import { Growing } from "../../../support/server.ts";

const answer = [headersFrame("2"), dataFrame("hi", END_STREAM)];

describe("httpClient, HTTP/2 with a server at fault", () => {
  it.each(violations)("gives up a session whose server sends %s", async (_, frame) => {
    await using server = await serveFrames([frame], answer);
    const client = http2Client();
    const call = client.call({ url: server.origin }, new Context());
    await expect(call).rejects.toMatchObject({ name: "HttpError", code: "protocol" });
    expect((await client.call({ url: server.origin }, new Context())).text).toBe("hi");
    await client[Symbol.asyncDispose]();
    await server.closed();
    expect(server.sockets).toHaveLength(2);
  });

  it("sends no third request on a connection that falls silent", async () => {
    await using server = await serveFrames(answer);
    await using client = http2Client();
    expect((await client.call({ url: server.origin }, new Context())).text).toBe("hi");
    const clock = new VirtualClock();
    const late = settle(
      client.call({ url: server.origin, timeoutMs: 100 }, new Context({ clock })),
    );
    await server.asked(2);
    clock.advance(100);
    expect(await late).toMatchObject({ error: { code: "timeout" } });
    expect((await client.call({ url: server.origin }, new Context())).text).toBe("hi");
    expect(server.requests).toEqual([2, 1]);
  });

  it("sends no second request on a connection whose server does not answer a PING", async () => {
    await using server = await serveFrames([], answer);
    const client = http2Client();
    const clock = new VirtualClock();
    const late = settle(
      client.call({ url: server.origin, timeoutMs: 100 }, new Context({ clock })),
    );
    await server.pinged();
    clock.advance(100);
    expect(await late).toMatchObject({ error: { code: "timeout" } });
    expect((await client.call({ url: server.origin }, new Context())).text).toBe("hi");
    expect(server.requests).toEqual([1, 1]);
    await client[Symbol.asyncDispose]();
    await server.closed();
  });

  it("waits for a server that is slow, which answers PINGs", async () => {
    const waiting = new Growing<Http2ServerResponse>();
    await using server = await serveHttp2((_, response) => waiting.push(response));
    await using client = http2Client();
    const calls = [1, 2].map(() => client.call({ url: server.origin }, new Context()));
    await waiting.reached(2);
    const [session] = server.sessions;
    const pings = new Growing<Buffer>();
    session?.on("ping", (payload) => pings.push(payload));
    await pings.reached(2);
    for (const response of waiting.items) response.end("ok");
    for (const call of calls) expect((await call).text).toBe("ok");
    expect(server.sockets).toHaveLength(1);
  });

  it("sends a head of up to 256 KiB, and refuses a longer one", async () => {
    await using server = await serveFrames(answer);
    await using client = http2Client();
    const call = (bytes: number): ReturnType<typeof client.call> =>
      client.call({ url: server.origin, headers: { "x-a": "x".repeat(bytes) } }, new Context());
    await expect(call(256 * 1024)).rejects.toMatchObject({ code: "invalid_request" });
    expect((await call(200 * 1024)).text).toBe("hi");
  });
});

function http2Client(): HttpClient {
  return httpClient({ http2: true, tls: { ca: authority } });
}
