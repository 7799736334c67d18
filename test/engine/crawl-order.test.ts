import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { type CrawlRequest, request } from "../../src/engine/page/crawl-request.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { type FakeSite, fakeSite } from "../support/fake-site.ts";
import { everything } from "./support/crawls.ts";

/** Pages of two letters below those of one, below the start. */
const tree: Readonly<Record<string, readonly string[]>> = {
  "/": ["/a", "/b", "/c"],
  "/a": ["/aa", "/ab"],
  "/b": ["/ba"],
  "/c": ["/ca", "/cb"],
};

describe("the order of a crawl", () => {
  it("is breadth-first unless told: each level before the next, as its pages link", async () => {
    const expected = ["/", "/a", "/b", "/c", "/aa", "/ab", "/ba", "/ca", "/cb"];
    expect(await orderOf({})).toEqual(expected);
    expect(await orderOf({ order: "breadth-first" })).toEqual(expected);
  });

  it("is depth-first: what a page leads to before its next sibling, as a book is read", async () => {
    expect(await orderOf({ order: "depth-first" })).toEqual(
      ["/", "/a", "/aa", "/ab", "/b", "/ba", "/c", "/ca", "/cb"], // no other
    );
  });

  it("is best-first: the highest score of all that are known, of the same who came first", async () => {
    expect(await orderOf({ order: "best-first", score: likesB })).toEqual(
      ["/", "/b", "/ba", "/a", "/ab", "/c", "/cb", "/aa", "/ca"], // no other
    );
  });

  it.each(["breadth-first", "depth-first"] as const)(
    "is by priority before it is %s",
    async (order) => {
      const urls = await orderOf({ order, parse: cFirst });
      expect(urls.slice(0, 3)).toEqual(["/", "/c", order === "depth-first" ? "/ca" : "/a"]);
    },
  );

  it("is that of each host, and hosts take turns", async () => {
    const site = fakeSite((url) => {
      const { host, pathname } = new URL(url);
      return (tree[pathname] ?? []).map((path) => `http://${host}${path}`);
    });
    const start = ["http://x.test/", "http://y.test/"];
    await run(site, { start, order: "depth-first" });
    const expected = ["/", "/a", "/aa", "/ab", "/b", "/ba", "/c", "/ca", "/cb"];
    expect(site.urls()).toEqual(
      expected.flatMap((path) => [`http://x.test${path}`, `http://y.test${path}`]),
    );
  });

  it("comes to what is not best, though a site always has something better", async () => {
    const site = fakeSite((url) => {
      const depth = Number(new URL(url).searchParams.get("n") ?? 0);
      return depth < 200 ? [`http://a.test/?n=${depth + 1}`, "http://a.test/imprint"] : [];
    });
    await run(site, { order: "depth-first", maxPages: 100 });
    expect(site.urls()).toContain("http://a.test/imprint");
  });

  it("counts depth from the nearest start URL, also where a link comes to one first", async () => {
    const site = fakeSite((url) => {
      const n = Number(new URL(url).pathname.slice(1));
      return n === 0 ? ["/99"] : n === 99 ? ["/100"] : [];
    });
    const start = Array.from({ length: 100 }, (_, n) => `http://a.test/${n}`);
    await run(site, { start, maxDepth: 1 });
    const urls = site.urls();
    expect(urls.indexOf("http://a.test/99")).toBeLessThan(urls.indexOf("http://a.test/98"));
    expect(urls).toContain("http://a.test/100");
  });

  it("fails the crawl where a score throws", async () => {
    await expect(orderOf({ order: "best-first", score: unsure })).rejects.toThrow("no idea");
  });

  it("calls the score of a spider as its method", async () => {
    class Spider {
      readonly start = "http://a.test/";
      readonly service = siteOfTree().stack;
      readonly order = "best-first";
      readonly wanted = "c";
      seen: string[] = [];
      parse(page: { readonly url: string; readonly links: readonly string[] }): unknown[] {
        this.seen.push(page.url);
        return page.links.map((url) => request(url));
      }
      score({ url }: { readonly url: string }): number {
        return url.includes(this.wanted) ? 1 : 0;
      }
    }
    const spider = new Spider();
    await crawl(spider).done();
    expect(spider.seen[1]).toBe("http://a.test/c");
  });
});

function likesB({ url }: { readonly url: string }): number {
  return url.includes("b") ? 1 : 0;
}

function unsure(): number {
  throw new Error("no idea");
}

function cFirst({ links }: { readonly links: readonly string[] }): readonly CrawlRequest[] {
  return links.map((url) => request(url, { priority: url.endsWith("c") ? 1 : 0 }));
}

async function orderOf(options: Partial<CrawlOptions<string>>): Promise<readonly string[]> {
  const site = siteOfTree();
  await run(site, options);
  return site.urls().map((url) => new URL(url).pathname);
}

async function run(site: FakeSite, options: Partial<CrawlOptions<string>>): Promise<void> {
  const start = "http://a.test/";
  await site.clock.run(crawl({ ...everything(site), start, concurrency: 1, ...options }).done());
}

function siteOfTree(): FakeSite {
  return fakeSite((url) => tree[new URL(url).pathname] ?? []);
}
