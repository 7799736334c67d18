import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { ContentSeen } from "../../src/engine/hooks/content-seen.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { type FakeSite, fakeSite } from "../support/fake-site.ts";
import { untyped } from "../support/untyped.ts";

describe("a crawl with a contentSeen", () => {
  it.each([false, true])(
    "neither parses nor counts a page whose body another had before (deterministic: %s)",
    async (deterministic) => {
      const site = mirrors();
      const parsed: string[] = [];
      const run = crawl({ ...options(site, parsed), contentSeen: byText(), deterministic });
      const stats = await site.clock.run(run.done());
      expect(parsed).toEqual(["/", "/a1", "/b1"]);
      expect(stats).toMatchObject({ pages: 3, notFetched: { duplicate_content: 2 } });
      expect(run.explain("http://a.test/a2")).toBe("duplicate_content");
    },
  );

  it("takes others in place of those it did not parse, where pages are counted", async () => {
    const site = mirrors();
    const parsed: string[] = [];
    const run = crawl({ ...options(site, parsed), contentSeen: byText(), maxPages: 3 });
    await site.clock.run(run.done());
    expect(parsed).toEqual(["/", "/a1", "/b1"]);
  });

  it("fails where that fails", async () => {
    const site = mirrors();
    const contentSeen = { claim: () => Promise.reject(new Error("lost")) };
    const run = crawl({ ...options(site, []), contentSeen });
    await expect(site.clock.run(run.done())).rejects.toThrow("lost");
  });

  it("fails where it gives 1", async () => {
    const site = mirrors();
    const contentSeen: ContentSeen = { claim: () => untyped(1) };
    const run = crawl({ ...options(site, []), contentSeen });
    await expect(site.clock.run(run.done())).rejects.toThrow(
      'Expected "contentSeen.claim()" to be true or false: got 1',
    );
  });

  it("refuses what is none", () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    const contentSeen = {} as ContentSeen;
    expect(() => crawl({ ...options(mirrors(), []), contentSeen })).toThrow(
      'Expected "contentSeen.claim" to be a function: got undefined',
    );
  });
});

function options(site: FakeSite, parsed: string[]): CrawlOptions<never> {
  return {
    service: site.stack,
    start: "http://a.test/",
    concurrency: 1,
    parse(page) {
      parsed.push(new URL(page.url).pathname);
      return page.follow("a[href]");
    },
  };
}

/** A site of which two pages are twice there. */
function mirrors(): FakeSite {
  return fakeSite((url) => {
    const { pathname } = new URL(url);
    if (pathname === "/") return ["/a1", "/a2", "/a3", "/b1"];
    return { status: 200, headers: { "content-type": "text/html" }, body: pathname.slice(0, 2) };
  });
}

function byText(): ContentSeen {
  const owners = new Map<string, string>();
  return {
    claim: async (body, url) => {
      const text = new TextDecoder().decode(body);
      const owner = owners.get(text) ?? url;
      owners.set(text, owner);
      return owner === url;
    },
  };
}
