import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { answering, bore, saying } from "./answering.ts";

const DATE = "Thu, 01 Jan 2026 00:00:00 GMT";
const EARLIER = "Wed, 31 Dec 2025 23:59:59 GMT";

describe('cache, asked for a change in the mode "http"', () => {
  it.each<[Readonly<Record<string, string>>, number]>([
    [{ "If-None-Match": '"a"' }, 304],
    [{ "If-None-Match": 'W/"a"' }, 304],
    [{ "If-None-Match": '"b", "a"' }, 304],
    [{ "If-None-Match": "*" }, 304],
    [{ "If-None-Match": '"b"' }, 200],
    [{ "If-None-Match": '"b"', "If-Modified-Since": DATE }, 200],
    [{ "If-Modified-Since": DATE }, 304],
    [{ "If-Modified-Since": EARLIER }, 200],
    [{ "If-Modified-Since": "yesterday" }, 200],
  ])("answers %o with a %d of what is fresh", async (headers, status) => {
    const site = saying({ "Cache-Control": "max-age=60", ETag: '"a"', "Last-Modified": DATE });
    await site.get();
    const response = await site.get({ headers });
    expect([response.status, response.fromCache]).toEqual([status, true]);
    expect(response.text).toBe(status === 304 ? "" : "page 1");
    expect(response.headers.get("etag")).toBe('"a"');
  });

  it("counts from the Date where nothing says when it changed", async () => {
    const site = saying({ "Cache-Control": "max-age=60", Date: DATE });
    await site.get();
    expect((await site.get({ headers: { "If-Modified-Since": DATE } })).status).toBe(304);
    expect((await site.get({ headers: { "If-Modified-Since": EARLIER } })).status).toBe(200);
  });

  it("asks the server with the condition of the caller, and heeds what that says of what is kept", async () => {
    const site = answering((_, n) => ({
      status: n === 1 ? 200 : 304,
      headers: { "Cache-Control": "max-age=60", ETag: n < 3 ? '"a"' : '"b"' },
    }));
    await site.get();
    site.clock.advance(60_000);
    const confirmed = await site.get({ headers: { "If-None-Match": '"a"' } });
    expect([confirmed.status, confirmed.fromCache]).toEqual([304, false]);
    expect((await site.get()).text).toBe("page 1");
    site.clock.advance(60_000);
    await site.get({ headers: { "If-None-Match": '"b"' } });
    expect(bore(site.sent[2], "if-none-match")).toBe('"b"');
    expect(await site.store.get(`GET ${site.sent[0]?.url}`)).toEqual([]);
  });

  it.each(["If-Match", "If-Unmodified-Since"])("leaves %s to the server", async (name) => {
    const site = saying({ "Cache-Control": "max-age=60", ETag: '"a"' });
    await site.get();
    expect((await site.get({ headers: { [name]: '"a"' } })).fromCache).toBe(false);
  });
});

describe('cache, asked for a part in the mode "http"', () => {
  it("cuts from what is fresh the bytes that are asked for", async () => {
    const length = fc.integer({ min: 1, max: 9 });
    const edge = fc.option(fc.nat(12), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(length, edge, edge, async (length, first, last) => {
        const body = "abcdefghi".slice(0, length);
        const site = saying({ "Cache-Control": "max-age=60" }, { body });
        await site.get();
        const headers = { Range: `bytes=${first ?? ""}-${last ?? ""}` };
        const response = await site.get({ headers });
        const part =
          first === undefined
            ? body.slice(Math.max(0, length - (last ?? length)), last === undefined ? 0 : length)
            : body.slice(first, (last ?? length) + 1);
        expect(response.fromCache).toBe(part !== "");
        if (part === "") return;
        const start = body.indexOf(part);
        expect([response.status, response.text]).toEqual([206, part]);
        const range = `bytes ${start}-${start + part.length - 1}/${length}`;
        expect(response.headers.get("content-range")).toBe(range);
        expect(response.headers.get("content-length")).toBe(`${part.length}`);
      }),
    );
  });

  it.each([
    ["several parts", { Range: "bytes=0-0,2-2" }, {}],
    ["another unit", { Range: "lines=0-1" }, {}],
    ["a part of what was compressed", { Range: "bytes=0-1" }, { "Content-Encoding": "gzip" }],
  ])("asks the server for %s", async (_, headers, own) => {
    const site = saying({ "Cache-Control": "max-age=60", ...own });
    await site.get();
    expect((await site.get({ headers })).fromCache).toBe(false);
    expect(bore(site.sent[1], "range")).toBe(headers.Range);
  });

  it.each([
    ['"a"', 206],
    ['"b"', 200],
    ['W/"a"', 200],
    [DATE, 206],
    [EARLIER, 200],
  ])("answers If-Range %s with a %d", async (condition, status) => {
    const site = saying({ "Cache-Control": "max-age=60", ETag: '"a"', "Last-Modified": DATE });
    await site.get();
    const response = await site.get({ headers: { Range: "bytes=0-1", "If-Range": condition } });
    expect([response.status, response.fromCache]).toEqual([status, true]);
  });

  it("cuts what a 304 confirmed, and keeps no part", async () => {
    const site = answering(({ headers }, n) => ({
      status: n === 2 ? 304 : headers ? 206 : 200,
      headers: { "Cache-Control": "max-age=60", ETag: '"a"' },
    }));
    await site.get();
    site.clock.advance(60_000);
    const headers = { Range: "bytes=0-3" };
    const response = await site.get({ headers });
    expect([response.status, response.text]).toEqual([206, "page"]);
    await site.store.delete(`GET ${response.url}`);
    await site.get({ headers });
    expect((await site.get()).fromCache).toBe(false);
  });
});
