import { describe, expect, it } from "vitest";

import { request } from "../../src/engine/page/crawl-request.ts";
import { judge, type Verdict } from "../../src/engine/verdict.ts";
import { HttpError } from "../../src/http/errors.ts";
import { HttpResponse, type HttpResponseInit } from "../../src/http/message.ts";
import { NotFound } from "../../src/http/status-error.ts";
import { Context } from "../../src/service/context.ts";
import { ClosedError, NotNowError, RejectedError } from "../../src/service/errors.ts";
import type { Outcome } from "../../src/service/outcome.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

const url = "http://a.test/";
const asked = request(url);
const http = asked.toHttp();
const context = new Context({ clock: new VirtualClock(), random: () => 0.5 });

describe("judge", () => {
  it.each([200, 201, 204, 206, 299])("takes %i for a page", (status) => {
    expect(verdict(response({ status }))).toMatchObject({ kind: "page", response: { status } });
  });

  it.each([
    [301, { kind: "redirect", target: { url: "http://a.test/b" } }],
    [308, { kind: "redirect", target: { url: "http://a.test/b" } }],
    [304, { kind: "failed", error: { code: "bad_redirect" } }],
    [404, { kind: "failed", error: { code: "not_found" } }],
    [501, { kind: "failed", error: { code: "server_error" } }],
    [503, { kind: "retry", afterMs: 50, error: { code: "server_error" } }],
    [429, { kind: "retry", afterMs: 50, error: { code: "too_many_requests" } }],
  ])("takes %i with a Location for %j", (status, expected) => {
    const found = verdict(response({ status, headers: { location: "/b" } }));
    expect(found).toMatchObject(expected);
  });

  it("waits as long as Retry-After says, a minute at most", () => {
    const waits = ["7", "9999", "soon"].map((seconds) =>
      verdict(response({ status: 503, headers: { "retry-after": seconds } })),
    );
    expect(waits).toMatchObject([{ afterMs: 7000 }, { afterMs: 60_000 }, { afterMs: 50 }]);
  });

  it("tries again no more often than it may, and no request that must not be repeated", () => {
    const busy = response({ status: 503 });
    expect(judge(2)(asked.tried(1), busy, context).kind).toBe("retry");
    expect(judge(2)(asked.tried(2), busy, context).kind).toBe("failed");
    expect(judge(0)(asked, busy, context).kind).toBe("failed");
    expect(judge(2)(request(url, { method: "POST" }), busy, context).kind).toBe("failed");
  });

  it("tells refusals for now from those for good", () => {
    const [later, never] = [new NotNowError("later"), new RejectedError("never")];
    expect(verdict({ ok: false, error: later })).toEqual({ kind: "later", error: later });
    expect(verdict({ ok: false, error: never })).toEqual({ kind: "refused", error: never });
    expect(verdict({ ok: false, error: new ClosedError("closed") }).kind).toBe("refused");
  });

  it("tries again what the network may mend, and takes the rest as it is", () => {
    const reset = new HttpError("connection_reset", "reset", { request: http });
    const stale = new HttpError("connection_reset", "reset", {
      request: http,
      reusedConnection: true,
    });
    const tls = new HttpError("tls", "bad", { request: http });
    expect(verdict({ ok: false, error: reset })).toEqual({
      kind: "retry",
      afterMs: 50,
      error: reset,
    });
    expect(verdict({ ok: false, error: stale })).toEqual({
      kind: "retry",
      afterMs: 0,
      error: stale,
    });
    expect(verdict({ ok: false, error: tls })).toEqual({ kind: "failed", error: tls });
    const notFound = new NotFound(http, new HttpResponse({ url, status: 404 }));
    expect(verdict({ ok: false, error: notFound })).toEqual({ kind: "failed", error: notFound });
    expect(verdict({ ok: false, error: "text" })).toMatchObject({
      kind: "failed",
      error: new Error("Call rejected with text"),
    });
  });

  it("follows no redirect that the stack has failed to follow", () => {
    const moved = new HttpResponse({ url, status: 302, headers: { location: "/b" } });
    const error = new HttpError("too_many_redirects", "many", { request: http, response: moved });
    expect(verdict({ ok: false, error })).toEqual({ kind: "failed", error });
  });

  it("follows twenty redirects", () => {
    let hop = asked;
    for (let n = 0; n < 19; n++) hop = hop.redirectedTo({ url: `http://a.test/${n}` });
    const moved = response({ status: 302, headers: { location: "/next" } });
    expect(judge(2)(hop, moved, context).kind).toBe("redirect");
    const last = judge(2)(hop.redirectedTo({ url }), moved, context);
    expect(last).toMatchObject({ kind: "failed", error: { code: "too_many_redirects" } });
  });
});

function verdict(outcome: Outcome<HttpResponse>): Verdict {
  return judge(2)(asked, outcome, context);
}

function response(init: Omit<HttpResponseInit, "url">): Outcome<HttpResponse> {
  return { ok: true, value: new HttpResponse({ url, ...init }) };
}
