import { describe, expect, it } from "vitest";

import { responseLines } from "../../src/cli/response-lines.ts";
import { HttpResponse } from "../../src/http/message.ts";

describe("responseLines", () => {
  it("shows no cookie, and no secret of a URL", () => {
    const response = new HttpResponse({
      url: "https://me:s3cret@shop.test/a?token=s3cret",
      status: 200,
      headers: [
        ["Set-Cookie", "sid=s3cret; Path=/; HttpOnly"],
        ["set-cookie", "s3cret"],
        ["Location", "/b?key=s3cret&page=2"],
        ["X-Trace", "a=1?key=2"],
      ],
      redirects: ["https://shop.test/?sig=s3cret"],
    });
    expect(responseLines(response).slice(0, 6)).toEqual([
      "200 https://REDACTED:REDACTED@shop.test/a?token=REDACTED",
      "redirected from https://shop.test/?sig=REDACTED",
      "Set-Cookie: sid=REDACTED; Path=/; HttpOnly",
      "set-cookie: REDACTED",
      "Location: /b?key=REDACTED&page=2",
      "X-Trace: a=1?key=2",
    ]);
  });
});
