import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { httpStack } from "../../src/layers/http-stack/http-stack.ts";
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

  it("goes by the name by which its stack keeps to robots.txt", async () => {
    const site = fakeSite((url) => pages[new URL(url).pathname] ?? []);
    const agents = ["shop-bot", "Mozilla/5.0 (compatible; Shop-Bot/2.0)", "other-bot"];
    for (const agent of agents) {
      const service = httpStack({ delayMs: 0, redirect: false, retry: false, robots: { agent } });
      const of = { service: service.service(site.stack.call, { clock: site.clock }) };
      const isMine = agent !== "other-bot";
      expect((await fetched(of, false, site)).includes("/behind-shop")).toBe(!isMine);
      expect((await fetched({ ...of, robots: true }, false, site)).includes("/behind-shop")).toBe(
        !isMine,
      );
    }
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
    for (const agent of ["?", "a b", "my shop-bot/1.0", ""]) {
      expect(() => crawl({ ...options, robots: { agent } })).toThrow(
        `Expected "robots.agent" to hold a product token, such as "shop-bot": got ${JSON.stringify(agent)}`,
      );
    }
    expect(() => crawl({ ...options, robots: untyped({ name: "x" }) })).toThrow(TypeError);
  });
});

async function fetched(
  options: Partial<CrawlOptions<never>>,
  heedsRobotsTxt: boolean,
  site = fakeSite(
    (url) => pages[new URL(url).pathname] ?? [],
    heedsRobotsTxt ? { layer: robots() } : {},
  ),
): Promise<readonly string[]> {
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
