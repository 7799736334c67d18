import { describe, expect, it } from "vitest";

import { BlockedAddressError, HttpError, type HttpErrorCode } from "../../../src/http/errors.ts";
import { HttpResponse } from "../../../src/http/message.ts";
import { NotFound } from "../../../src/http/status-error.ts";
import { verdictOf } from "../../../src/layers/robots/robots-verdict.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { fail, succeed } from "../../../src/testing/script.ts";

const request = { url: "https://shop.test/robots.txt" };
const body = "User-agent: *\nDisallow: /p";

describe("verdictOf", () => {
  it.each([
    [200, "as the rules say"],
    [203, "as the rules say"],
    [304, "allowed"],
    [302, "allowed"],
    [400, "allowed"],
    [401, "allowed"],
    [403, "allowed"],
    [404, "allowed"],
    [410, "allowed"],
    [429, "unreadable"],
    [500, "unreadable"],
    [503, "unreadable"],
    [599, "unreadable"],
  ])("leaves pages, after a %d, %s", (status, expected) => {
    expect(meaning(succeed(answer(status)))).toBe(expected);
  });

  it.each<[HttpErrorCode, string]>([
    ["too_large", "as the rules say"],
    ["truncated_body", "unreadable"],
    ["connect", "unreadable"],
    ["timeout", "unreadable"],
  ])("leaves pages, after a %s, %s", (code, expected) => {
    const error = new HttpError(code, "x", { request, response: answer(200) });
    expect(meaning(fail(error))).toBe(expected);
  });

  it.each([
    ["another host", "10.0.0.1", 443, true],
    ["another port", "shop.test", 6379, true],
    ["itself", "shop.test", 443, false],
  ])(
    "where the guard blocks %s, on the way from its origin, allows all: %s %s",
    (_, host, port, allows) => {
      const error = new BlockedAddressError({ host, port, address: undefined, reason: "private" });
      const verdict = verdictOf({ url: "https://shop.test/robots.txt" }, fail(error));
      expect("rules" in verdict && verdict.rules.allows("a", "https://shop.test/a")).toBe(allows);
      expect("unreadable" in verdict && verdict.unreadable === error).toBe(!allows);
    },
  );

  it.each<HttpErrorCode>(["too_many_redirects", "bad_redirect"])("allows all after %s", (code) => {
    const error = new HttpError(code, "x", { request, response: answer(302) });
    expect(meaning(fail(error))).toBe("allowed");
  });

  it("judges a status that became an error as the status", () => {
    expect(meaning(fail(new NotFound(request, answer(404))))).toBe("allowed");
  });

  it("tells why a file is unreadable, and passes on a refusal for now", () => {
    const error = new Error("down");
    expect(verdictOf(request, fail(error))).toEqual({ unreadable: error });
    expect(verdictOf(request, succeed(answer(503)))).toMatchObject({
      unreadable: { code: "server_error", status: 503 },
    });
    const notNow = new NotNowError("later");
    expect(verdictOf(request, fail(notNow))).toEqual({ notNow });
  });
});

function answer(status: number): HttpResponse {
  return new HttpResponse({ url: request.url, status, body });
}

function meaning(outcome: Parameters<typeof verdictOf>[1]): string {
  const verdict = verdictOf(request, outcome);
  if (!("rules" in verdict)) return Object.keys(verdict).join("");
  return verdict.rules.allows("x", "https://shop.test/p") ? "allowed" : "as the rules say";
}
