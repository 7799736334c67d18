import { describe, expect, it, vi } from "vitest";

import type { HttpRequest } from "../../../src/http/message.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import type { Context } from "../../../src/service/context.ts";
import { answering, type Says } from "./answering.ts";
import { PausedStore } from "./paused-store.ts";

const page = "https://example.com/page";
const other = "https://example.com/other";

describe("cache, told of a change", () => {
  it.each<[string, string, Says, string[]]>([
    ["POST", "removes the page", {}, [page]],
    ["M-SEARCH", "removes the page", {}, [page]],
    ["PUT", "removes the page where it is redirected", { status: 303 }, [page]],
    ["PUT", "removes nothing where it fails", { status: 500 }, []],
    ["OPTIONS", "removes nothing", {}, []],
    ["POST", "removes what Location names", { headers: { Location: "/other" } }, [page, other]],
    [
      "POST",
      "removes what Content-Location names",
      { headers: { "Content-Location": other } },
      [page, other],
    ],
    [
      "POST",
      "removes nothing of another origin",
      { headers: { Location: "https://a.test/" } },
      [page],
    ],
    ["POST", "removes nothing for what is no URL", { headers: { Location: "http://[" } }, [page]],
  ])("of a %s, %s", async (method, _, says, removed) => {
    for (const mode of ["http", "crawl"] as const) {
      const site = answering(
        (request) =>
          request.method === method ? says : { headers: { "Cache-Control": "max-age=60" } },
        { mode },
      );
      const urls = [page, other, "https://a.test/"];
      for (const url of urls) await site.get({ url });
      await site.get({ url: page, method });
      const kept = await Promise.all(urls.map((url) => site.get({ url, cache: "only-if-cached" })));
      expect(urls.filter((_, n) => kept[n]?.status !== 200)).toEqual(removed);
    }
  });

  it.each([
    ["https://example.com", "https://example.com/"],
    ["HTTPS://EXAMPLE.com:443/a", "https://example.com/a"],
    ["https://example.com/b/../a", "https://example.com/%2e/a"],
    ["https://example.com/a b", "https://example.com/a%20b"],
    ["https://example.com/é?é", "https://example.com/%C3%A9?%C3%A9#top"],
    ["https://example.com/a", "https://user:password@example.com/a"],
  ])("of %s, removes it whatever its spelling: %s", async (url, other) => {
    for (const mode of ["http", "crawl"] as const) {
      const site = answering(() => ({ headers: { "Cache-Control": "max-age=60" } }), { mode });
      await site.get({ url });
      await site.get({ url: other, method: "POST" });
      expect((await site.get({ url, cache: "only-if-cached" })).status).toBe(504);
    }
  });

  it("keeps nothing of what is being stored as the change succeeds", async () => {
    for (const mode of ["http", "crawl"] as const) {
      const store = new PausedStore();
      const site = answering(() => ({ headers: { "Cache-Control": "max-age=60" } }), {
        mode,
        store,
      });
      const before = site.get();
      await site.clock.settle();
      const change = site.get({ method: "POST" });
      await site.clock.settle();
      store.go();
      await Promise.all([before, change]);
      expect((await site.get({ cache: "only-if-cached" })).status).toBe(504);
    }
  });

  it("keeps nothing that another stack over the store has asked for before", async () => {
    const store = new MemoryCache();
    const site = answering(slowly, { store });
    const other = answering(slowly, { store });
    const before = site.get();
    await site.clock.settle();
    await other.get({ method: "POST" });
    await site.clock.run(before);
    expect((await other.get({ cache: "only-if-cached" })).status).toBe(504);
  });

  it("has nobody who asks after the change wait for what was asked for before", async () => {
    for (const mode of ["http", "crawl"] as const) {
      const site = answering(slowly, { mode });
      const before = site.get();
      await site.clock.settle();
      await site.get({ method: "POST" });
      const after = [site.get(), site.get()];
      await site.clock.run(Promise.all([before, ...after]));
      expect((await before).text).toBe("page 1");
      expect(await Promise.all(after.map(async (page) => (await page).text))).toEqual([
        "page 3",
        "page 3",
      ]);
    }
  });

  it("serves nothing that the store could not remove, and keeps again what it can", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const store = new StuckStore();
    const site = answering(() => ({ headers: { "Cache-Control": "max-age=60" } }), { store });
    await site.get();
    await site.get({ method: "POST" });
    expect((await site.get()).text).toBe("page 3");
    expect((await site.get()).text).toBe("page 4");
    store.isStuck = false;
    await site.get();
    expect((await site.get()).text).toBe("page 5");
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it("keeps nothing that was asked for before the change", async () => {
    const site = answering(async ({ method = "GET" }, _n, context) => {
      if (method === "GET") await context.sleep(10);
      return { headers: { "Cache-Control": "max-age=60" } };
    });
    const before = site.get();
    await site.clock.settle();
    await site.get({ method: "POST" });
    await site.clock.run(before);
    expect((await site.clock.run(site.get())).text).toBe("page 3");
    expect((await site.get()).text).toBe("page 3");
  });

  it("does not renew what a change has overtaken", async () => {
    const site = answering(async ({ method = "GET" }, n, context) => {
      if (n > 1 && method === "GET") await context.sleep(10);
      return { status: n === 2 ? 304 : 200, headers: { "Cache-Control": "no-cache", ETag: '"a"' } };
    });
    await site.get();
    const before = site.get();
    await site.clock.settle();
    await site.get({ method: "DELETE" });
    expect((await site.clock.run(before)).text).toBe("page 1");
    expect((await site.get({ cache: "only-if-cached" })).status).toBe(504);
  });
});

/** Pages that take a while, and changes that do not. */
async function slowly({ method = "GET" }: HttpRequest, _: number, context: Context): Promise<Says> {
  if (method === "GET") await context.sleep(10);
  return { headers: { "Cache-Control": "max-age=60" } };
}

/** Removes nothing while it is stuck. */
class StuckStore extends MemoryCache {
  isStuck = true;

  override async delete(key: string): Promise<void> {
    if (this.isStuck) throw new Error("read-only");
    await super.delete(key);
  }
}
