import { once } from "node:events";
import { connect } from "node:net";

import { describe, expect, it } from "vitest";

import { toHttpError } from "../../../src/http/client/to-http-error.ts";
import { HttpError } from "../../../src/http/errors.ts";
import { TimeoutError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import { serveBytes } from "../../support/server.ts";

describe("toHttpError", () => {
  it("tells by the code what a failure means, and keeps it as the cause", () => {
    const cause = Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" });
    const error = toHttpError(cause);
    expect(error).toBeInstanceOf(HttpError);
    expect([error.code, error.message, error.cause]).toEqual(["dns", cause.message, cause]);
    expect([error.request, error.response, error.reusedConnection]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  it("has the request where it is told", () => {
    const request = { url: "http://a.test/" };
    expect(toHttpError(new Error("?"), request).request).toBe(request);
  });

  it("gives an HttpError back as it is, and the code of one that was wrapped", () => {
    const error = new HttpError("tls", "not trusted");
    expect(toHttpError(error)).toBe(error);
    expect(toHttpError(new Error("wrapped", { cause: error })).code).toBe("tls");
  });

  it.each([
    ["timeout", new TimeoutError(10)],
    ["timeout", new DOMException("too late", "TimeoutError")],
    ["aborted", new DOMException("given up", "AbortError")],
    ["aborted", AbortSignal.abort().reason],
    ["protocol", "a text"],
    ["protocol", undefined],
  ])("is %s for %s", (code, failure) => {
    expect(toHttpError(failure).code).toBe(code);
  });

  it("knows what fetch and node:net reject with", async () => {
    const server = await serveBytes("");
    await server[Symbol.asyncDispose]();
    const byFetch = await settle(fetch(server.origin));
    expect(toHttpError(!byFetch.ok && byFetch.error).code).toBe("connect");

    const socket = connect(server.port, "127.0.0.1");
    const byNet = await settle(once(socket, "connect"));
    expect(toHttpError(!byNet.ok && byNet.error).code).toBe("connect");

    await using cut = await serveBytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut");
    const body = await settle(fetch(cut.origin).then((response) => response.text()));
    expect(toHttpError(!body.ok && body.error).code).toMatch(
      /^(?:truncated_body|connection_reset)$/,
    );
  });
});
