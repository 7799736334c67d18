import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HttpResponse } from "../../src/http/message.ts";
import {
  BadGateway,
  ClientError,
  Forbidden,
  Gone,
  NotFound,
  RateLimited,
  ServerError,
  StatusError,
  statusError,
  Unauthorized,
  WafBlocked,
} from "../../src/http/status-error.ts";

const url = "https://shop.test/a";

describe("statusError", () => {
  it.each([
    [401, Unauthorized, "unauthorized"],
    [403, Forbidden, "forbidden"],
    [404, NotFound, "not_found"],
    [410, Gone, "gone"],
    [429, RateLimited, "too_many_requests"],
    [502, BadGateway, "bad_gateway"],
    [418, ClientError, "client_error"],
    [503, ServerError, "server_error"],
  ])("makes of %d a %o", (status, Class, code) => {
    const error = statusError({ url }, new HttpResponse({ url, status }));
    expect(error).toBeInstanceOf(Class);
    expect(error).toMatchObject({ code, name: Class.name, status });
  });

  it("makes an error of every status from 400 up, and of none below", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), (status) => {
        const error = statusError({ url }, new HttpResponse({ url, status }));
        expect(error instanceof StatusError).toBe(status >= 400);
      }),
    );
  });

  it("carries request and response", () => {
    const request = { url };
    const response = new HttpResponse({ url, status: 404 });
    expect(statusError(request, response)).toMatchObject({ request, response });
  });

  it("says what happened, but no password", () => {
    const response = new HttpResponse({ url: "https://me:pw@shop.test/a?q=1", status: 404 });
    expect(statusError({ url }, response)?.message).toBe(
      "https://REDACTED:REDACTED@shop.test/a?q=1 answered 404",
    );
  });
});

describe("WafBlocked", () => {
  it("is the error of a response, whatever its status, and tells whose firewall it is and why", () => {
    const response = new HttpResponse({ url, status: 200 });
    const error = new WafBlocked({ url }, response, { vendor: "f5", signals: ["no title"] });
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({ code: "waf_blocked", name: "WafBlocked", status: 200, response });
    expect(error).toMatchObject({ vendor: "f5", signals: ["no title"] });
    expect(error.message).toBe(`${url} answered 200, which is the firewall of f5: no title`);
  });
});
