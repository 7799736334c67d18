import type { Http2ServerResponse } from "node:http2";

import { describe, expect, it, vi } from "vitest";

import { httpClient, type HttpClient } from "../../../../src/http/client/client.ts";
import { Context } from "../../../../src/service/context.ts";
import { settle } from "../../../../src/service/outcome.ts";
import {
  dataFrame,
  END_STREAM,
  headersFrame,
  serveFrames,
  violations,
} from "../../../support/http2-frames.ts";
import { authority, serveHttp2 } from "../../../support/secure-server.ts";

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
    let calls = 0;
    for (; server.sockets.length < 2 && calls < 10; calls++) {
      await settle(client.call({ url: server.origin, timeoutMs: 100 }, new Context()));
    }
    expect(calls).toBeLessThanOrEqual(3);
  });

  it("sends no second request on a connection whose server does not answer a PING", async () => {
    await using server = await serveFrames([], answer);
    const client = http2Client();
    const late = client.call({ url: server.origin, timeoutMs: 1000 }, new Context());
    await expect(late).rejects.toMatchObject({ code: "timeout" });
    expect((await client.call({ url: server.origin }, new Context())).text).toBe("hi");
    await client[Symbol.asyncDispose]();
    await server.closed();
  });

  it("waits for a server that is slow, which answers PINGs", async () => {
    const waiting: Http2ServerResponse[] = [];
    await using server = await serveHttp2((_, response) => void waiting.push(response));
    await using client = http2Client();
    const calls = [1, 2].map(() => client.call({ url: server.origin }, new Context()));
    await vi.waitUntil(() => waiting.length === 2);
    const [session] = server.sessions;
    const pings: unknown[] = [];
    session?.on("ping", (payload) => pings.push(payload));
    await vi.waitUntil(() => pings.length === 2, { timeout: 5000 });
    for (const response of waiting) response.end("ok");
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
