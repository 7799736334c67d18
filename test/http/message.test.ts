import { inspect } from "node:util";

import { describe, expect, it } from "vitest";

import { HttpHeaders } from "../../src/http/headers.ts";
import { HttpResponse } from "../../src/http/message.ts";

describe("HttpResponse", () => {
  it("has a body of bytes, of UTF-8 where it was made of text", () => {
    const { body } = new HttpResponse({ url, status: 200, body: "é" });
    expect([...body]).toEqual([0xc3, 0xa9]);
  });

  it("decodes its text by its Content-Type", () => {
    const headers = { "Content-Type": "text/plain; charset=iso-8859-1" };
    const response = new HttpResponse({ url, status: 200, headers, body: Uint8Array.of(0xe9) });
    expect(response.text).toBe("é");
    expect(response.encoding).toBe("windows-1252");
  });

  it("is whole, empty and fresh from the network unless it is said otherwise", () => {
    const response = new HttpResponse({ url, status: 204 });
    const { body, text, truncated, fromCache, redirects, timings } = response;
    expect({ size: body.length, text, truncated, fromCache, redirects, timings }).toEqual({
      size: 0,
      text: "",
      truncated: false,
      fromCache: false,
      redirects: [],
      timings: { firstByteMs: 0, totalMs: 0 },
    });
  });

  it("differs from its copy in what was changed only", () => {
    const headers = HttpHeaders.from({ a: "1" });
    const timings = { firstByteMs: 1, totalMs: 2 };
    const whole = { url, status: 200, headers, body: "x", truncated: true, fromCache: true };
    const response = new HttpResponse({ ...whole, redirects: ["http://h/0"], timings });
    const copy = response.with({ status: 304 });
    expect(copy.status).toBe(304);
    expect(copy.with({ status: 200 })).toEqual(response);
    expect(copy.headers).toBe(headers);
    expect(copy.body).toBe(response.body);
  });

  it("shows of itself what may be logged, be it inspected or written as JSON", () => {
    const response = new HttpResponse({
      url: "http://me:pw@h.test/?token=s3cret",
      status: 200,
      headers: { "set-cookie": "sid=s3cret" },
      body: "s3cret",
      redirects: ["http://h.test/?key=s3cret"],
    });
    const shown = {
      status: 200,
      url: "http://REDACTED:REDACTED@h.test/?token=REDACTED",
      bytes: 6,
      truncated: false,
      fromCache: false,
      redirects: ["http://h.test/?key=REDACTED"],
    };
    expect(JSON.parse(JSON.stringify(response))).toEqual(shown);
    expect(inspect(response)).toBe(`HttpResponse ${inspect(shown)}`);
  });
});

const url = "http://example.com/";
