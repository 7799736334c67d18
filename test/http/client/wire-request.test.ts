import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { subjectOf, wireRequest } from "../../../src/http/client/wire-request.ts";
import { InvalidRequestError } from "../../../src/http/errors.ts";
import { HttpHeaders } from "../../../src/http/headers.ts";
import type { HttpRequest } from "../../../src/http/message.ts";
import { untyped } from "../../support/untyped.ts";
import { urlLike } from "../../support/url-like.ts";

describe("wireRequest", () => {
  it("goes where the WHATWG parser says, or nowhere", () => {
    fc.assert(
      fc.property(urlLike(), (input) => {
        expect(goesTo(input)).toEqual(shouldGoTo(input));
      }),
      { numRuns: 2000 },
    );
  });

  it("drops line breaks from a URL, so that nothing can be smuggled in by them", () => {
    expect(wire({ url: "http://a.test/x\r\nCookie: y" }).path).toBe("/xCookie:%20y");
  });

  it.each(["", "/path", "a.test", "ftp://a.test/", "file:///etc/passwd", "http://", "http://a b/"])(
    "refuses the URL %j",
    (url) => {
      expect(() => wire({ url })).toThrow(InvalidRequestError);
    },
  );

  it("refuses a URL that is not text", () => {
    const request: HttpRequest = Object.assign({ url }, { url: new URL(url) });
    expect(() => wire(request)).toThrow("Expected an absolute http or https URL: got an object");
  });

  it("never shows a password", () => {
    expect(() => wire({ url: "ftp://ann:secret@a.test/" })).toThrow(/^(?!.*secret)/);
    expect(subjectOf(wire({ url: "http://ann:secret@a.test/" }))).not.toContain("secret");
  });

  it("sends user name and password of a URL, unless the request has an Authorization", () => {
    const url = "http://ann:p%40ss%zz@a.test/";
    expect(headersOf({ url: "http://ann:p%40ss@a.test/" })["authorization"]).toBe(
      basic("ann:p@ss"),
    );
    expect(headersOf({ url })["authorization"]).toBe(basic("ann:p%40ss%zz"));
    expect(headersOf({ url: "http://ann@a.test/" })["authorization"]).toBe(basic("ann:"));
    expect(headersOf({ url, headers: { Authorization: "own" } })).toMatchObject({
      Authorization: "own",
    });
    expect(wire({ url: "http://ann:secret@a.test/x" })).toMatchObject({
      origin: "http://a.test",
      path: "/x",
    });
  });

  it("keeps the order and spelling of headers, and adds behind them those that lack", () => {
    const headers = { "X-B": "1", accept: "text/html", "X-A": ["2", "3"] };
    expect(wire({ url, headers }).headers.slice(0, 10)).toEqual([
      "X-B",
      "1",
      "accept",
      "text/html",
      "X-A",
      "2",
      "X-A",
      "3",
      "user-agent",
      "agent",
    ]);
    expect(Object.keys(headersOf({ url, headers }))).toEqual([
      "X-B",
      "accept",
      "X-A",
      "user-agent",
      "accept-encoding",
    ]);
  });

  it("adds the same to a request that has no headers", () => {
    expect(wire({ url }).headers).toEqual(wire({ url, headers: {} }).headers);
  });

  it("sends the same for headers that come again, whatever came between", () => {
    const headers = HttpHeaders.from({ "X-A": "1" });
    const first = wire({ url, headers }).headers;
    expect(wire({ url, headers }).headers).toEqual(first);
    expect(wireRequest({ url, headers }, "other").headers).toContain("other");
    expect(headersOf({ url: "http://ann@a.test/", headers })).toHaveProperty("authorization");
    expect(wire({ url, headers }).headers).toEqual(first);
  });

  it("sends what was changed meanwhile of headers that can be", () => {
    const headers: Record<string, string> = { "X-A": "1" };
    expect(wire({ url, headers }).headers).toContain("1");
    headers["X-A"] = "2";
    expect(wire({ url, headers }).headers).toContain("2");
  });

  it("compares the length of each body with a Content-Length that comes again", () => {
    const headers = HttpHeaders.from({ "Content-Length": "3" });
    expect(wire({ url, headers, body: "abc" }).body).toBe("abc");
    expect(() => wire({ url, headers, body: "abcd" })).toThrow(InvalidRequestError);
  });

  it("adds nothing in the place of a header that is empty", () => {
    const headers = { "User-Agent": "", Accept: "", "Accept-Encoding": "" };
    expect(headersOf({ url, headers })).toEqual(headers);
  });

  it("writes the usual methods in upper case, and no others", () => {
    const methods = [undefined, "GET", "head", "Post", "patch", "Purge"];
    expect(
      methods.map((method) => wire(method === undefined ? { url } : { url, method }).method),
    ).toEqual(["GET", "GET", "HEAD", "POST", "PATCH", "Purge"]);
  });

  it("refuses to open a tunnel", () => {
    for (const method of ["CONNECT", "connect", "CoNnEcT"]) {
      expect(() => wire({ url, method })).toThrow(InvalidRequestError);
    }
  });

  it("refuses headers that are none", () => {
    for (const headers of [null, "a: b", 5, { a: 5 }, { a: null }, [5], [["a"]], [[5, "a"]]]) {
      expect(() => wire(untyped({ url, headers }))).toThrow(InvalidRequestError);
    }
  });

  it("takes a body of text or bytes only", () => {
    expect(wire({ url, body: "x" }).body).toBe("x");
    expect(wire({ url }).body).toBeNull();
    const request: HttpRequest = JSON.parse('{ "url": "http://a.test/", "body": { "a": 1 } }');
    expect(() => wire(request)).toThrow(InvalidRequestError);
  });

  it("refuses what only a cache could do, or none can", () => {
    for (const cache of ["offline", "only-if-cached", "never", "", null]) {
      expect(() => wire(untyped({ url, cache }))).toThrow(InvalidRequestError);
    }
    expect(wire({ url, cache: "reload" }).url).toBe(url);
  });
});

const url = "http://a.test/";

function wire(request: HttpRequest): ReturnType<typeof wireRequest> {
  return wireRequest(request, "agent");
}

function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

/** The whole URL, then where the request goes, without the parts that are not sent. */
type Way = readonly [url: string, target: string] | "nowhere";

function goesTo(input: string): Way {
  try {
    const { url, origin, path } = wire({ url: input });
    return [url, origin + path];
  } catch (error) {
    if (error instanceof InvalidRequestError) return "nowhere";
    throw error;
  }
}

function shouldGoTo(input: string): Way {
  try {
    const url = new URL(input);
    const { href, port, protocol } = url;
    Object.assign(url, { username: "", password: "", hash: "" });
    return /^https?:$/.test(protocol) && port !== "0" ? [href, url.href] : "nowhere";
  } catch {
    return "nowhere";
  }
}

function headersOf(request: HttpRequest): Record<string, string> {
  const { headers } = wire(request);
  return Object.fromEntries(
    headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ""]] : [])),
  );
}
