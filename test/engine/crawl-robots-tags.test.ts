import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { robots } from "../../src/layers/robots/robots.ts";
import { type Answer, fakeSite } from "../support/fake-site.ts";
import { serveHttp } from "../support/server.ts";
import { untyped } from "../support/untyped.ts";

const start = "http://a.test/";

describe("crawl, of pages that ask robots not to follow their links", () => {
  it("leaves these links alone where its stack heeds robots.txt, and follows them where not", async () => {
    expect(await fetched({}, true)).toEqual([
      "/",
      "/behind-shop",
      "/none",
      "/shop",
      "/tag",
      "/yes",
    ]);
    expect(await fetched({}, false)).toEqual([
      "/",
      "/behind-none",
      "/behind-shop",
      "/behind-tag",
      "/none",
      "/shop",
      "/tag",
      "/yes",
    ]);
  });

  it("does as it is told by an option, whatever its stack", async () => {
    expect(await fetched({ robots: false }, true)).toContain("/behind-none");
    expect(await fetched({ robots: true }, false)).not.toContain("/behind-none");
  });

  it("heeds what is asked of its agent only", async () => {
    expect(await fetched({ robots: true }, false)).toContain("/behind-shop");
    const mine = await fetched({ robots: { agent: "shop-bot/2.0" } }, false);
    expect(mine).not.toContain("/behind-shop");
  });

  it("tells the stack that it makes by itself whether to heed robots.txt", async () => {
    const asked: (string | undefined)[] = [];
    await using server = await serveHttp(({ url }, response) => {
      asked.push(url);
      response.end("User-agent: *\nDisallow: /");
    });
    const options = { start: server.origin, parse: () => [] };
    expect((await crawl(options).done()).notFetched).toEqual({ robots: 1 });
    expect((await crawl({ ...options, robots: false }).done()).pages).toBe(1);
    expect(asked).toEqual(["/robots.txt", "/"]);
  });

  it.each(["yes", null, 7])("refuses robots: %j", (value) => {
    const options = { start, parse: () => [], robots: untyped(value) };
    expect(() => crawl(options)).toThrow(TypeError);
  });

  it("refuses an agent that is none, and what is no option", () => {
    const options = { start, parse: () => [] };
    expect(() => crawl({ ...options, robots: { agent: "?" } })).toThrow(
      'Expected "robots.agent" to hold a product token, such as "shop-bot": got "?"',
    );
    expect(() => crawl({ ...options, robots: untyped({ name: "x" }) })).toThrow(TypeError);
  });
});

async function fetched(
  options: Partial<CrawlOptions<never>>,
  heedsRobotsTxt: boolean,
): Promise<readonly string[]> {
  const site = fakeSite(
    (url) => pages[new URL(url).pathname] ?? [],
    heedsRobotsTxt ? { layer: robots() } : {},
  );
  const paths: string[] = [];
  const run = crawl<never>({
    service: site.stack,
    start,
    parse(page) {
      paths.push(new URL(page.url).pathname);
      return page.follow("a[href]");
    },
    ...options,
  });
  await site.clock.run(run.done());
  return paths.filter((path) => path !== "/robots.txt").toSorted();
}

const pages: Readonly<Record<string, Answer>> = {
  "/robots.txt": { status: 404 },
  "/": ["/tag", "/none", "/shop", "/yes"],
  "/tag": asking('<meta name="robots" content="noindex, nofollow"><a href="/behind-tag">'),
  "/none": asking('<a href="/behind-none">', "none"),
  "/shop": asking('<a href="/behind-shop">', "shop-bot: nofollow"),
  "/yes": asking('<meta name="robots" content="noindex, follow"><a href="/">', "noindex"),
};

function asking(body: string, tag = "all"): Answer {
  return { status: 200, body, headers: { "content-type": "text/html", "x-robots-tag": tag } };
}
