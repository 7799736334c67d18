import { inspect } from "node:util";

import { describe, expect, it } from "vitest";

import { HttpError, RobotsDisallowedError } from "../../src/http/errors.ts";
import { HttpResponse } from "../../src/http/message.ts";
import { NotFound } from "../../src/http/status-error.ts";

const request = {
  url: "https://me:s3cret@shop.test/?token=s3cret",
  headers: { authorization: "Bearer s3cret" },
  body: "s3cret",
};
const { url } = request;
const response = new HttpResponse({
  url,
  status: 404,
  headers: { "set-cookie": "s3cret" },
  body: "s3cret",
});

describe("errors of HTTP", () => {
  it.each([
    new HttpError("timeout", "Too late", { request, response }),
    new NotFound(request, response),
    new RobotsDisallowedError(url),
  ])("show no secret where they are logged: %s", (error) => {
    for (const shown of [
      inspect(error, { depth: Infinity }),
      inspect(new Error("outer", { cause: error }), { depth: Infinity }),
      JSON.stringify(error),
      String(error),
      error.stack,
    ]) {
      expect(shown).not.toContain("s3cret");
    }
  });

  it("give them to who asks", () => {
    expect(new HttpError("timeout", "Too late", { request, response })).toMatchObject({
      request,
      response,
    });
    expect(new NotFound(request, response)).toMatchObject({ request, response, status: 404 });
    expect(new RobotsDisallowedError(url).url).toBe(url);
  });
});
