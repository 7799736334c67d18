import { describe, expect, it } from "vitest";

import { HttpResponse } from "../../../src/http/message.ts";
import { settle } from "../../../src/service/outcome.ts";
import { eventsDuring } from "../../support/events.ts";
import { answering, bore, type Says, statusOf } from "./answering.ts";
import { url } from "./cached-site.ts";

const DATE = "Thu, 01 Jan 2026 00:00:00 GMT";
const LATER = "Thu, 01 Jan 2026 00:00:03 GMT";
const HOUR = 60 * 60 * 1000;

describe("cache, asking again for what is not fresh", () => {
  it.each([
    ["crawl", HOUR],
    ["http", 60_000],
  ] as const)(
    "asks with validators in the mode %j, and renews what a 304 confirms",
    async (mode, ms) => {
      const site = answering(confirming({ ETag: '"a"', "Last-Modified": DATE }), { mode });
      const first = await site.get();
      site.clock.advance(ms);
      const renewed = await site.get();
      expect(bore(site.sent[1], "if-none-match")).toBe('"a"');
      expect(bore(site.sent[1], "if-modified-since")).toBe(DATE);
      expect([renewed.status, renewed.fromCache, renewed.text]).toEqual([200, true, first.text]);
      expect(renewed.revalidated?.get("x-count")).toBe("2");
      expect(renewed.headers.get("x-count")).toBe("2");
      site.clock.advance(ms - 1);
      const hit = await site.get();
      expect([hit.fromCache, hit.revalidated, site.sent.length]).toEqual([true, undefined, 2]);
    },
  );

  it("asks anew for what has no validators", async () => {
    const site = answering(() => ({ headers: { "Cache-Control": "max-age=60" } }));
    await site.get();
    site.clock.advance(60_000);
    expect((await site.get()).text).toBe("page 2");
    expect(bore(site.sent[1], "if-none-match")).toBeUndefined();
  });

  it("brings headers up to date, but not the length, and counts age from the 304", async () => {
    const site = answering((_, n) => ({
      status: n === 1 ? 200 : 304,
      headers: {
        "Cache-Control": "max-age=60",
        ETag: '"a"',
        "Content-Length": n === 1 ? "6" : "0",
        "X-Of": `${n}`,
        ...(n === 1 && { Age: "50", "X-Old": "kept", Date: new Date(0).toUTCString() }),
      },
    }));
    await site.get();
    const renewed = await site.get();
    expect(Object.fromEntries(renewed.headers)).toEqual({
      "X-Old": "kept",
      "Cache-Control": "max-age=60",
      ETag: '"a"',
      "Content-Length": "6",
      "X-Of": "2",
      "Cache-Status": "pagoda; fwd=stale; fwd-status=304",
    });
    expect((await site.get()).headers.get("age")).toBe("0");
  });

  it("takes a tag that was weakened on the way for the same", async () => {
    const site = answering((_, n) => ({
      status: n === 1 ? 200 : 304,
      headers: { "Cache-Control": "no-cache", ETag: n === 1 ? '"a"' : 'W/"a"' },
    }));
    await site.get();
    expect((await site.get()).text).toBe("page 1");
  });

  it("asks without a condition where a 304 speaks of something else", async () => {
    const site = answering(({ headers }) =>
      new HttpResponse({ url, status: 200, ...(headers && { headers }) }).headers.has(
        "if-none-match",
      )
        ? { status: 304, headers: { ETag: '"b"' } }
        : { headers: { "Cache-Control": "no-cache", ETag: '"a"' } },
    );
    await site.get();
    const { status, text, fromCache } = await site.get();
    expect([status, text, fromCache, site.sent.length]).toEqual([200, "page 3", false, 3]);
  });

  it("serves what a 304 confirms but forbids to keep, and keeps it no longer", async () => {
    for (const headers of [{ "Cache-Control": "no-store" }, { Vary: "*" }]) {
      const site = answering((_, n) => ({
        status: n === 1 ? 200 : 304,
        headers: n === 1 ? { "Cache-Control": "no-cache", ETag: '"a"' } : headers,
      }));
      await site.get();
      expect((await site.get()).text).toBe("page 1");
      expect(await site.store.get(`GET ${url}`)).toEqual([]);
    }
  });

  it("keeps by the Vary of the 304", async () => {
    const site = answering((_, n) => ({
      status: n === 2 ? 304 : 200,
      headers: {
        "Cache-Control": n === 1 ? "no-cache" : "max-age=60",
        ETag: '"a"',
        ...(n > 1 && { Vary: "x" }),
      },
    }));
    await site.get();
    await site.get({ headers: { x: "1" } });
    expect((await site.get({ headers: { x: "1" } })).text).toBe("page 1");
    expect((await site.get({ headers: { x: "2" } })).text).toBe("page 3");
  });

  it("sends one request for all that ask at once", async () => {
    const site = answering(confirming({ ETag: '"a"' }));
    await site.get();
    site.clock.advance(60_000);
    const all = await Promise.all(Array.from({ length: 100 }, () => site.get()));
    expect(site.sent).toHaveLength(2);
    expect(all.every(({ fromCache, revalidated }) => fromCache && revalidated)).toBe(true);
  });

  it("does not keep what is aborted while it is asked for", async () => {
    const site = answering(async (_request, _n, context) => {
      await context.sleep(10).catch(() => {}); // a leaf that heeds no abort
      return { headers: { "Cache-Control": "max-age=60" } };
    });
    const controller = new AbortController();
    const call = settle(site.get({}, { signal: controller.signal }));
    await site.clock.settle();
    controller.abort("enough");
    expect(await call).toEqual({ ok: false, error: "enough" });
    await site.clock.settle();
    expect(await site.store.get(`GET ${url}`)).toEqual([]);
  });

  it("forgets what a newer answer replaces that is not to be kept, but not for an error", async () => {
    const answers: Says[] = [
      { headers: { "Cache-Control": "max-age=60" } },
      { status: 403 },
      { headers: { "Cache-Control": "no-store" } },
    ];
    const site = answering((_, n) => answers[n - 1] ?? {});
    await site.get();
    await site.get({ cache: "reload" });
    expect((await site.get()).text).toBe("page 1");
    await site.get({ cache: "reload" });
    expect((await site.get()).text).toBe("page 4");
  });

  it.each<[string, Record<string, string>, Record<string, string>, string]>([
    ["renews what its only tag is of", { "if-none-match": 'W/"1"' }, {}, "page 1"],
    ["removes what its tag is not of", { "if-none-match": '"2"' }, {}, "page 3"],
    ["leaves what one of its tags is of", { "if-none-match": '"1", "2"' }, {}, "page 3"],
    ["leaves what any tag is of", { "if-none-match": "*" }, {}, "page 3"],
    ["renews what a 304 names", { "if-none-match": '"1", "2"' }, { ETag: '"1"' }, "page 1"],
    [
      "removes what a 304 does not name",
      { "if-none-match": '"1", "2"' },
      { ETag: '"2"' },
      "page 3",
    ],
    ["renews what its date is of", { "if-modified-since": DATE }, {}, "page 1"],
    ["leaves what its date is not of", { "if-modified-since": LATER }, {}, "page 3"],
    [
      "believes the date of a 304",
      { "if-modified-since": LATER },
      { "Last-Modified": DATE },
      "page 1",
    ],
    [
      "believes another date of a 304",
      { "if-modified-since": LATER },
      { "Last-Modified": LATER },
      "page 3",
    ],
  ])("given a condition of the caller, %s", async (_, headers, told, next) => {
    const site = answering((_, n) => {
      const control = { "Cache-Control": n === 1 ? "max-age=1" : "max-age=1000" };
      if (n === 2) return { status: 304, headers: { ...control, ...told } };
      return { headers: { ...control, ETag: `"${n}"`, "Last-Modified": n === 1 ? DATE : LATER } };
    });
    await site.get();
    site.clock.advance(5000);
    expect((await site.get({ headers })).status).toBe(304);
    expect((await site.get()).text).toBe(next);
  });

  it("tells that it was confirmed", async () => {
    const site = answering(confirming({ ETag: '"a"' }));
    await site.get();
    site.clock.advance(60_000);
    const events = await eventsDuring(() => site.get());
    expect(events.map(({ event }) => event)).toEqual(["start", "missed", "revalidated", "end"]);
    expect(statusOf(await site.get())).toBe("pagoda; hit; ttl=60");
  });
});

/** A server that confirms what it is asked about, and counts. */
function confirming(validators: Readonly<Record<string, string>>): (_: unknown, n: number) => Says {
  return (_, n) => ({
    status: n === 1 ? 200 : 304,
    headers: { "Cache-Control": "max-age=60", "X-Count": `${n}`, ...validators },
  });
}
