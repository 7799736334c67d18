import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import { InvalidRequestError } from "../../../src/http/errors.ts";
import { HttpHeaders } from "../../../src/http/headers.ts";
import type { HttpRequest } from "../../../src/http/message.ts";
import { Context } from "../../../src/service/context.ts";
import { settle } from "../../../src/service/outcome.ts";
import { serveRaw } from "../../support/server.ts";

describe("httpClient, whatever it is asked to send", () => {
  it("refuses before a byte is written, or sends the one request that was meant", async () => {
    await using server = await serveRaw((socket) => socket.write(OK));
    await using client = httpClient();
    await fc.assert(
      fc.asyncProperty(requests(), async ({ target, ...request }) => {
        const before = server.requests.length;
        const url = `${server.origin}/${target}`;
        const outcome = await settle(client.call({ ...request, url }, new Context()));
        const isRefused = !outcome.ok && outcome.error instanceof InvalidRequestError;
        const written = server.requests.slice(before).map(parsed);
        expect(written).toEqual(isRefused ? [] : [meant({ ...request, url })]);
        expect(outcome.ok).toBe(!isRefused);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    "http://a.test:0/",
    "https://a.test:0/",
    "http://a.test:65536/",
    "http://a.test:-1/",
    "http:///",
    "http://a.test\u0000/",
    "http://a test/",
    "//a.test/",
  ])("refuses %j", async (url) => {
    await using client = httpClient();
    await expect(client.call({ url }, new Context())).rejects.toThrow(InvalidRequestError);
  });

  it("sends neither user, nor password, nor fragment in the URL", async () => {
    await using server = await serveRaw((socket) => socket.write(OK));
    await using client = httpClient();
    const url = `http://ann:secret@127.0.0.1:${server.port}/x?y#fragment`;
    await client.call({ url }, new Context());
    expect(server.requests[0]).toMatch(/^GET \/x\?y HTTP\/1\.1\r\n/);
    expect(server.requests[0]).not.toMatch(/secret|fragment/);
  });
});

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/** What is asked, with the rest of the URL. Much of it is hostile. */
function requests(): fc.Arbitrary<Omit<HttpRequest, "url"> & { readonly target: string }> {
  const hostile = fc.constantFrom(
    "\r\n",
    "\n",
    "\r",
    "\0",
    " ",
    ":",
    "\t",
    "\u00e9",
    "\u2603",
    "\r\n\r\n",
    "#",
    "@",
    "?",
    "%0d%0a",
    "HTTP/1.1",
    "GET / HTTP/1.1",
    "chunked",
    "0",
    "5",
  );
  const text = fc
    .array(fc.oneof(hostile, fc.string({ maxLength: 4 })), { maxLength: 4 })
    .map((parts) => parts.join(""));
  const name = fc.oneof(
    fc.constantFrom(
      "X-A",
      "x-b",
      "Host",
      "Content-Length",
      "Transfer-Encoding",
      "Connection",
      "Expect",
      "Upgrade",
      "Keep-Alive",
      "TE",
      "Trailer",
      "Cookie",
    ),
    text,
  );
  const value = fc.oneof(
    text,
    fc.constantFrom("0", "1", "close", "keep-alive", "a.test", "chunked", "1, 1"),
  );
  const method = fc.oneof(
    fc.constantFrom("get", "POST", "PUT", "HEAD", "OPTIONS", "Purge", "CONNECT"),
    text,
  );
  const body = fc.oneof(text, fc.uint8Array({ maxLength: 8 }));
  return fc.record(
    { target: text, method, headers: fc.array(fc.tuple(name, value), { maxLength: 3 }), body },
    { requiredKeys: ["target"] },
  );
}

/** The parts of a message that are the same however it is sent. */
interface Parts {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

function parsed(message: string): Parts {
  const end = message.indexOf("\r\n\r\n");
  const [line = "", ...headers] = message.slice(0, end).split("\r\n");
  return { line, headers: headers.filter(isFree).toSorted(), body: message.slice(end + 4) };
}

function meant({ url, method = "GET", headers = [], body = "" }: HttpRequest): Parts {
  const target = new URL(url);
  target.hash = "";
  const given = HttpHeaders.from(headers);
  const own = [...given.without("host")].map(([name, value]) => `${name}: ${value}`);
  const usual = /^(?:get|head|options|post|put|patch|delete)$/i.test(method);
  const written = usual ? method.toUpperCase() : method;
  return {
    line: `${written} ${target.href.slice(target.origin.length)} HTTP/1.1`,
    headers: [...own, `host: ${given.get("host") ?? target.host}`].filter(isFree).toSorted(),
    body: Buffer.from(body).toString("latin1"),
  };
}

/** Whether a header is not one that the client sets by itself. */
function isFree(line: string): boolean {
  return !/^(?:connection|content-length|user-agent|accept|accept-encoding):/i.test(line);
}
