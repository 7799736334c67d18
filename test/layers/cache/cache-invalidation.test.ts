import { describe, expect, it } from "vitest";

import { answering, type Says } from "./answering.ts";

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
