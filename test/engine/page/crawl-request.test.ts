import { describe, expect, it } from "vitest";

import {
  CrawlRequest,
  type CrawlRequestOptions,
  request,
} from "../../../src/engine/page/crawl-request.ts";

describe("request", () => {
  it("makes a branded request of a URL, as the WHATWG parser gives it", () => {
    const made = request("HTTP://A.test:80/%7Eann/../ü#x");
    expect(made).toBeInstanceOf(CrawlRequest);
    expect(made).toMatchObject({
      url: "http://a.test/%C3%BC#x",
      method: "GET",
      body: undefined,
      priority: 0,
      dontFilter: false,
      meta: null,
      depth: 0,
      attempts: 0,
      redirects: [],
    });
    expect(request(new URL("https://a.test")).url).toBe("https://a.test/");
  });

  it("keeps what it is told", () => {
    const options = {
      method: "POST",
      body: "q=1",
      priority: -2.5,
      dontFilter: true,
      meta: { a: [1] },
      to: "detail",
      notBefore: 1_700_000_000_000,
      timeoutMs: 500,
      proxy: "http://proxy.test:8080",
    };
    const made = request("http://a.test/", { ...options, headers: { "X-A": "1" } });
    expect(made).toMatchObject(options);
    expect(made.headers.get("x-a")).toBe("1");
  });

  it.each(["/path", "a.test", "", "mailto:a@a.test", "ftp://a.test/", "http://", undefined, 7])(
    "refuses the URL %j",
    (url) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
      expect(() => request(url as string)).toThrow(
        /^Expected "url" to be an absolute http or https URL: got /,
      );
    },
  );

  it.each([
    [{ priority: Number.NaN }, RangeError, 'Expected "priority" to be a number: got NaN'],
    [{ priority: "high" }, RangeError, 'Expected "priority" to be a number: got "high"'],
    [{ method: 1 }, TypeError, 'Expected "method" to be a string: got 1'],
    [
      { method: "GE T" },
      TypeError,
      'Expected "method" that can be sent. Expected a method: got "GE T"',
    ],
    [{ method: "" }, TypeError, 'Expected "method" that can be sent. Expected a method: got ""'],
    [
      { method: "connect" },
      TypeError,
      'Expected "method" that can be sent. Expected a method that asks for a resource: got CONNECT',
    ],
    [
      { headers: { "X A": "1" } },
      TypeError,
      'Expected "headers" that can be sent. Expected a name of a header: got "X…"',
    ],
    [
      { headers: { "X-A": "1\r\nX-B: 2" } },
      TypeError,
      'Expected "headers" that can be sent. Expected bytes without controls as X-A',
    ],
    [
      { headers: [["Transfer-Encoding", "chunked"]] },
      TypeError,
      'Expected "headers" that can be sent. Expected nothing as Transfer-Encoding: got "chunked"',
    ],
    [
      { headers: { "content-length": "2" }, body: "x" },
      TypeError,
      'Expected "headers" that can be sent. Expected the length of the body as content-length: got "2"',
    ],
    [{ headers: "X-A: 1" }, TypeError, 'Expected "headers" to be pairs or a record: got a string'],
    [{ body: {} }, TypeError, 'Expected "body" to be text or bytes: got an object'],
    [{ dontFilter: 1 }, TypeError, 'Expected "dontFilter" to be true or false: got 1'],
    [{ meta: { at: new Date() } }, TypeError, 'Expected "meta.at" to be JSON: got an object'],
    [{ to: 1 }, TypeError, 'Expected "to" to be the name of a handler: got 1'],
    [
      { timeoutMs: -1 },
      RangeError,
      'Expected "timeoutMs" to be a number of milliseconds >= 0: got -1',
    ],
    [
      { proxy: true },
      TypeError,
      'Expected "proxy" to be false or an http or https URL, such as "http://user:password@proxy.test:3128": got true',
    ],
    [
      { notBefore: "tomorrow" },
      RangeError,
      'Expected "notBefore" to be a Date or a number of Unix milliseconds: got "tomorrow"',
    ],
    [
      { notBefore: new Date("tomorrow") },
      RangeError,
      'Expected "notBefore" to be a Date or a number of Unix milliseconds: got Invalid Date',
    ],
    [
      { prio: 1 },
      TypeError,
      'Expected options of a request, to, method, headers, body, priority, dontFilter, meta, notBefore, timeoutMs, proxy: got "prio"',
    ],
  ])("refuses %j", (options, Class, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    const wrong = options as CrawlRequestOptions;
    expect(() => request("http://a.test/", wrong)).toThrow(new Class(message));
  });
});

describe("what a request is made of", () => {
  it("is copied, so that nothing changes it later", () => {
    const body = new Uint8Array([1]);
    const meta = { n: [1] };
    const made = request("http://a.test/", { method: "POST", body, meta });
    body[0] = 2;
    meta.n.push(2);
    expect(made).toMatchObject({ body: new Uint8Array([1]), meta: { n: [1] } });
    const headers = new Map([["x-a", "1"]]).entries();
    expect(request("http://a.test/", { headers }).headers.get("x-a")).toBe("1");
  });

  it("has the usual methods in upper case, others as they are", () => {
    const methods = ["get", "Post", "purge"].map((method) => request("http://a.test/", { method }));
    expect(methods.map(({ method }) => method)).toEqual(["GET", "POST", "purge"]);
  });
});

describe("CrawlRequest", () => {
  const options = { priority: 3, meta: { a: 1 }, dontFilter: true, headers: { a: "b" } };
  const first = request("http://a.test/", options);

  it("goes on as the same request after an attempt that failed", () => {
    expect(first.tried(0)).toBe(first);
    expect(first.tried(2)).toMatchObject({ ...options, headers: first.headers, attempts: 2 });
  });

  it("goes on to where it is redirected, at the same depth, its attempts counted anew", () => {
    const moved = first.tried(1).redirectedTo({ url: "http://b.test/", method: "GET" });
    expect(moved).toMatchObject({
      url: "http://b.test/",
      priority: 3,
      meta: { a: 1 },
      dontFilter: true,
      depth: 0,
      attempts: 0,
      redirects: ["http://a.test/"],
    });
    expect(moved.redirectedTo({ url: "http://c.test/" }).redirects).toEqual([
      "http://a.test/",
      "http://b.test/",
    ]);
  });

  it("is a new request where a page links to it, whatever it went through before", () => {
    const linked = first.linkedFrom({ depth: 4 });
    expect(linked.depth).toBe(5);
    expect(linked.linkedFrom({ depth: 4 })).toBe(linked);
    const old = first.tried(2).redirectedTo({ url: "http://b.test/" }).tried(1);
    expect(old.linkedFrom({ depth: 0 })).toMatchObject({ depth: 1, attempts: 0, redirects: [] });
  });

  it("asks the stack for no more than was said", () => {
    const { headers } = request("http://a.test/");
    const asked = { url: "http://a.test/", method: "GET", headers, meta: null };
    expect(request("http://a.test/").toHttp()).toEqual(asked);
    expect(request("http://a.test/", { body: "" }).toHttp()).toEqual({ ...asked, body: "" });
    const told = { timeoutMs: 0, proxy: false } as const;
    expect(request("http://a.test/", { ...told, to: "a", notBefore: 0 }).toHttp()).toEqual({
      ...asked,
      ...told,
    });
  });

  it("gives its place to another with what that does not say itself", () => {
    const other = request("http://b.test/login", { method: "POST", body: "me" });
    const asked = request("http://a.test/", { to: "detail", meta: 7, priority: 2 }).tried(1);
    expect(asked.replacedBy(other)).toMatchObject({
      url: "http://b.test/login",
      method: "POST",
      body: "me",
      to: "detail",
      meta: 7,
      priority: 0,
      attempts: 0,
      redirects: ["http://a.test/"],
    });
    expect(asked.replacedBy(request("http://b.test/", { to: "x", meta: 8 }))).toMatchObject({
      to: "x",
      meta: 8,
    });
  });
});
