import { describe, expect, it } from "vitest";

import { Counters } from "../../src/engine/crawl-stats.ts";
import { HttpHeaders } from "../../src/http/headers.ts";
import { HttpResponse } from "../../src/http/message.ts";

describe("Counters", () => {
  it("counts responses by status, their bytes and their hosts", () => {
    const counters = new Counters();
    const url = "http://a.test/";
    counters.call("a.test", new HttpResponse({ url, status: 200, body: "12345" }), 10);
    counters.call("a.test", new HttpResponse({ url, status: 404, body: "1" }), 30);
    counters.call("b.test", undefined, 100);
    expect(counters.totals()).toMatchObject({
      requests: 3,
      fromCache: 0,
      statuses: { 200: 1, 404: 1 },
      bytes: 6,
      hosts: 2,
    });
    expect(counters.hosts()).toEqual([
      { host: "a.test", requests: 2, failures: 0, bytes: 6, meanMs: 20, maxMs: 30 },
      { host: "b.test", requests: 1, failures: 1, bytes: 0, meanMs: 100, maxMs: 100 },
    ]);
  });

  it("counts what came from a cache apart, and as no request to its host", () => {
    const counters = new Counters();
    const init = { url: "http://a.test/", status: 200, body: "12345", fromCache: true };
    counters.call("a.test", new HttpResponse(init), 0);
    expect(counters.totals()).toMatchObject({
      requests: 0,
      fromCache: 1,
      bytes: 0,
      cachedBytes: 5,
      hosts: 0,
      latency: { count: 0 },
    });
  });

  it("counts what a 304 confirmed as a request too", () => {
    const counters = new Counters();
    const init = { url: "http://a.test/", status: 200, body: "12345", fromCache: true };
    counters.call("a.test", new HttpResponse({ ...init, revalidated: HttpHeaders.from() }), 7);
    expect(counters.totals()).toMatchObject({
      requests: 1,
      fromCache: 1,
      notModified: 1,
      hosts: 1,
      bytes: 0,
      cachedBytes: 5,
      latency: { count: 1, maxMs: 7 },
    });
  });

  it("counts errors by code", () => {
    const counters = new Counters();
    for (const code of ["dns", "timeout", "dns", "__proto__"]) counters.error(code);
    expect(Object.entries(counters.totals().errors)).toEqual([
      ["dns", 2],
      ["timeout", 1],
      ["__proto__", 1],
    ]);
  });
});
