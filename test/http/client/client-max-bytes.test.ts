import { gzipSync } from "node:zlib";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { HttpClientOptions } from "../../../src/http/client/client-options.ts";
import { httpClient } from "../../../src/http/client/client.ts";
import { InvalidRequestError } from "../../../src/http/errors.ts";
import type { HttpResponse } from "../../../src/http/message.ts";
import { Context } from "../../../src/service/context.ts";
import { serveHttp } from "../../support/server.ts";

describe("httpClient, for a request with a maxBytes of its own", () => {
  it("gives the beginning of a longer body, and tells that it is one", async () => {
    const sizes = fc.integer({ min: 0, max: 200_000 });
    await fc.assert(
      fc.asyncProperty(sizes, sizes, fc.boolean(), async (size, maxBytes, isSized) => {
        const body = text(size);
        const { body: received, truncated } = await get(body, { maxBytes, isSized });
        expect(truncated).toBe(size > maxBytes);
        expect(Buffer.from(received).equals(body.subarray(0, maxBytes))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it("counts the bytes that a coding makes", async () => {
    const body = text(2_000_000);
    const { body: received, truncated } = await get(body, { maxBytes: 600_000, isCoded: true });
    expect(truncated).toBe(true);
    expect(Buffer.from(received).equals(body.subarray(0, 600_000))).toBe(true);
  });

  it("gives as much of a body of which few bytes make many", async () => {
    const { body, truncated } = await get(Buffer.alloc(2 ** 21), { maxBytes: 5000, isCoded: true });
    expect([truncated, body.length]).toEqual([true, 5000]);
  });

  it("cuts a small coded body, too", async () => {
    const { body, truncated } = await get(text(10_000), { maxBytes: 100, isCoded: true });
    expect(truncated).toBe(true);
    expect(Buffer.from(body).equals(text(100))).toBe(true);
  });

  it("keeps to it in place of a smaller one of the client", async () => {
    const call = await get(text(2000), { maxBytes: 1000, client: { maxBytes: 500 } });
    expect(call).toMatchObject({ truncated: true });
    expect(Buffer.from(call.body).equals(text(1000))).toBe(true);
  });

  it.each([-1, 1.5, Number.NaN])("refuses %d", async (maxBytes) => {
    await expect(get(text(1), { maxBytes })).rejects.toBeInstanceOf(InvalidRequestError);
  });
});

/** Asks a server that sends the body. */
async function get(
  body: Buffer,
  options: {
    readonly maxBytes: number;
    readonly isSized?: boolean;
    readonly isCoded?: boolean;
    readonly client?: HttpClientOptions;
  },
): Promise<HttpResponse> {
  const { maxBytes, isSized = true, isCoded = false } = options;
  const sent = isCoded ? gzipSync(body) : body;
  await using server = await serveHttp((_, response) => {
    if (isCoded) response.setHeader("content-encoding", "gzip");
    if (isSized) response.setHeader("content-length", sent.length);
    response.end(sent);
  });
  await using client = httpClient(options.client);
  return await client.call({ url: server.origin, maxBytes }, new Context());
}

/** Text that does not repeat itself soon. */
function text(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at++) bytes[at] = 32 + ((at * 7 + (at >> 8)) % 90);
  return bytes;
}
