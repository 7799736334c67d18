import { describe, expect, it } from "vitest";

import type { CacheUse } from "../../../src/http/message.ts";
import { NotCachedError } from "../../../src/layers/cache/not-cached-error.ts";
import { settle } from "../../../src/service/outcome.ts";
import { bore, saying, type Site, statusOf } from "./answering.ts";
import { url } from "./cached-site.ts";

const modes = ["crawl", "http"] as const;
const MAX_AGE = { "Cache-Control": "max-age=3600" };

describe.each(modes)("cache, as a request wants to use it, in the mode %j", (mode) => {
  it.each<[CacheUse, { missing: Seen; fresh: Seen; stale: Seen }]>([
    ["default", { missing: "page 1", fresh: "page 1", stale: "page 2" }],
    ["reload", { missing: "page 1", fresh: "page 2", stale: "page 2" }],
    ["no-cache", { missing: "page 1", fresh: "page 2", stale: "page 2" }],
    ["no-store", { missing: "page 1", fresh: "page 2", stale: "page 2" }],
    ["force-cache", { missing: "page 1", fresh: "page 1", stale: "page 1" }],
    ["only-if-cached", { missing: 504, fresh: "page 1", stale: 504 }],
    ["offline", { missing: "not_cached", fresh: "page 1", stale: "page 1" }],
  ])("does as %j says", async (use, expected) => {
    for (const byOption of [false, true]) {
      const site = saying(MAX_AGE, {}, { mode });
      const same = saying(MAX_AGE, {}, { mode, store: site.store, ...(byOption && { use }) });
      const seen = (): Promise<Seen> => see(same, byOption ? undefined : use);
      expect(await seen()).toBe(expected.missing);
      await site.store.delete(`GET ${url}`);

      await site.get();
      same.clock.advance(0);
      expect(await seen()).toBe(expected.fresh === "page 2" ? pageOf(same) : expected.fresh);
      same.clock.advance(3_600_000);
      const stale = await seen();
      expect(stale).toBe(expected.stale === "page 2" ? pageOf(same) : expected.stale);
    }
  });

  it("keeps what reload and no-cache brought, and nothing of no-store", async () => {
    for (const [use, text] of [
      ["reload", "page 2"],
      ["no-cache", "page 2"],
      ["no-store", "page 1"],
    ] as const) {
      const site = saying(MAX_AGE, {}, { mode });
      await site.get();
      await site.get({ cache: use });
      expect((await site.get()).text).toBe(text);
    }
  });

  it("tells the server in words, as fetch does, but leaves those of the caller", async () => {
    const site = saying({ ...MAX_AGE, ETag: '"a"' }, {}, { mode });
    await site.get();
    await site.get({ cache: "reload" });
    await site.get({ cache: "no-store" });
    await site.get({ cache: "no-cache" });
    await site.get({ cache: "reload", headers: { "Cache-Control": "max-age=5" } });
    const words = site.sent.map((request) => bore(request, "cache-control"));
    expect(words).toEqual([undefined, "no-cache", "no-cache", "max-age=0", "max-age=5"]);
    const tags = site.sent.map((request) => bore(request, "if-none-match"));
    expect(tags).toEqual([undefined, undefined, undefined, '"a"', undefined]);
  });

  it("asks nobody for what only a cache may answer, whatever it is", async () => {
    const site = saying(MAX_AGE, {}, { mode });
    const others = [{ method: "POST" }, { body: "q" }, { url: "http://me:it@a.test/" }];
    for (const other of others) {
      const refused = await settle(site.get({ ...other, cache: "offline" }));
      expect(refused).toMatchObject({ ok: false, error: { code: "not_cached" } });
      expect((await site.get({ ...other, cache: "only-if-cached" })).status).toBe(504);
    }
    expect(site.sent).toEqual([]);
  });

  it("cuts what was kept where a request wants it cut, and keeps the whole", async () => {
    const site = saying({ ...MAX_AGE, ETag: '"a"' }, {}, { mode });
    await site.get();
    for (const cache of ["default", "no-cache"] as const) {
      const cut = await site.get({ maxBytes: 4, cache });
      expect([cut.text, cut.truncated]).toEqual(
        cache === "default" ? ["page", true] : ["page 2", false],
      );
    }
    const whole = await site.get({ maxBytes: 6 });
    expect([whole.text, whole.truncated, whole.fromCache]).toEqual(["page 2", false, true]);
    expect((await site.get({ maxBytes: 0 })).body.byteLength).toBe(0);
    const refused = await settle(site.get({ maxBytes: -1 }));
    expect(refused).toMatchObject({ ok: false, error: { code: "invalid_request" } });
  });

  it("refuses a use that there is not", async () => {
    const site = saying(MAX_AGE, {}, { mode });
    // @ts-expect-error -- a mistake that types would find
    const outcome = await settle(site.get({ cache: "never" }));
    expect(outcome).toMatchObject({ ok: false, error: { code: "invalid_request" } });
    expect(String(!outcome.ok && outcome.error)).toContain('Expected "cache" to be one of default');
  });

  it.each<[string, number, Seen]>([
    ["max-age=10", 10_000, "page 1"],
    ["max-age=10", 10_001, "page 2"],
    ["max-age=x", 0, "page 2"],
    ["no-cache", 0, "page 2"],
    ["min-fresh=600", 3_000_000, "page 1"],
    ["min-fresh=600", 3_000_001, "page 2"],
    ["max-stale=10", 3_609_999, "page 1"],
    ["max-stale=10", 3_610_000, "page 2"],
    ["max-stale", 1e12, "page 1"],
    ["max-stale, max-age=5", 1e12, "page 2"],
    ["only-if-cached", 3_599_999, "page 1"],
    ["only-if-cached", 3_600_000, 504],
    ["only-if-cached, max-stale", 3_600_000, "page 1"],
    ["no-store", 0, "page 2"],
  ])("heeds a Cache-Control of %j at an age of %d ms", async (control, ageMs, expected) => {
    const site = saying(MAX_AGE, {}, { mode });
    await site.get();
    site.clock.advance(ageMs);
    const { status, text } = await site.get({ headers: { "Cache-Control": control } });
    expect(status === 200 ? text : status).toBe(expected);
  });

  it("heeds Pragma: no-cache where there is no Cache-Control", async () => {
    const site = saying(MAX_AGE, {}, { mode });
    await site.get();
    expect((await site.get({ headers: { Pragma: "no-cache" } })).text).toBe("page 2");
    const both = { Pragma: "no-cache", "Cache-Control": "max-age=60" };
    expect((await site.get({ headers: both })).text).toBe("page 2");
    expect(site.sent).toHaveLength(2);
  });
});

describe('cache, as a request wants to use it, in the mode "http" alone', () => {
  it("serves what must be confirmed only where the caller asks for whatever there is", async () => {
    for (const control of ["no-cache", "max-age=0, must-revalidate"]) {
      const site = saying({ "Cache-Control": control });
      await site.get();
      expect((await site.get({ headers: { "Cache-Control": "max-stale" } })).text).toBe("page 2");
      expect((await site.get({ cache: "offline" })).text).toBe("page 2");
      expect((await site.get({ cache: "force-cache" })).text).toBe("page 2");
    }
  });

  it("does not ask whether something immutable has changed while it is fresh", async () => {
    const site = saying({ "Cache-Control": "max-age=60, immutable" });
    await site.get();
    expect((await site.get({ cache: "no-cache" })).fromCache).toBe(true);
    expect((await site.get({ headers: { "Cache-Control": "no-cache" } })).fromCache).toBe(false);
    site.clock.advance(60_000);
    expect((await site.get({ cache: "no-cache" })).fromCache).toBe(false);
  });

  it("tells in a 504 that nothing was asked", async () => {
    const site = saying(MAX_AGE);
    const { status, fromCache, ...rest } = await site.get({ cache: "only-if-cached" });
    expect([status, fromCache]).toEqual([504, true]);
    expect(rest.headers.get("cache-status")).toBe("pagoda; detail=only-if-cached");
    await site.get();
    const hit = await site.get({ cache: "only-if-cached" });
    expect(statusOf(hit)).toBe("pagoda; hit; ttl=3600");
  });
});

describe("NotCachedError", () => {
  it("is a final refusal, and shows no secret", () => {
    const error = new NotCachedError("http://me:word@a.test/?token=1");
    expect(error).toMatchObject({ name: "NotCachedError", code: "not_cached" });
    expect(JSON.stringify(error) + error.message).not.toMatch(/word/);
  });
});

/** The text of a page, or else the status of the response or the code of the error. */
type Seen = string | number;

async function see(site: Site, use: CacheUse | undefined): Promise<Seen> {
  const outcome = await settle(site.get(use && { cache: use }));
  if (!outcome.ok) return Object(outcome.error).code;
  return outcome.value.status === 200 ? outcome.value.text : outcome.value.status;
}

/** The page that the server of a site has sent last. */
function pageOf({ sent }: Site): string {
  return `page ${sent.length}`;
}
