import { describe, expect, it } from "vitest";

import { HttpError } from "../../src/http/errors.ts";
import { HttpResponse } from "../../src/http/message.ts";
import { responseOf } from "../../src/http/response-of.ts";
import { statusError } from "../../src/http/status-error.ts";
import { fail, succeed } from "../../src/testing/script.ts";

const request = { url: "https://shop.test/" };
const response = new HttpResponse({ ...request, status: 503 });

describe("responseOf", () => {
  it.each([
    ["a response", succeed(response)],
    ["the error of a status", fail(statusError(request, response))],
    ["a broken exchange", fail(new HttpError("truncated_body", "short", { request, response }))],
    ["an error of somebody else's", fail(Object.assign(new Error("no"), { response }))],
  ])("finds that of %s", (_, outcome) => expect(responseOf(outcome)).toBe(response));

  it.each([
    ["a failure on the way", new HttpError("connect", "refused", { request })],
    ["an error whose response is something else", { response: { status: 503 } }],
    ["no error at all", null],
    ["a string", "response"],
  ])("finds none in %s", (_, error) => expect(responseOf(fail(error))).toBeUndefined());
});
