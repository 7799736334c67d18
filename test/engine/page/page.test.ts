import { describe, expect, it } from "vitest";

import { CrawlRequest, type CrawlRequestOptions } from "../../../src/engine/page/crawl-request.ts";
import type { PageRobots } from "../../../src/engine/page/page-robots.ts";
import { Page } from "../../../src/engine/page/page.ts";
import { HttpResponse, type HttpResponseInit } from "../../../src/http/message.ts";

describe("Page", () => {
  it("tells where it came from and what its request carried", () => {
    const progress = { depth: 2, attempts: 0, redirects: [] };
    const request = new CrawlRequest("http://a.test/old", { meta: { n: 1 } }, progress);
    const response = new HttpResponse({
      url: "http://a.test/new",
      status: 203,
      headers: { a: "b" },
    });
    const page = new Page(request, response);
    expect(page).toMatchObject({ url: "http://a.test/new", status: 203, depth: 2, meta: { n: 1 } });
    expect([page.text, page.headers.get("a")]).toEqual(["", "b"]);
  });

  it.each([
    [undefined, true],
    ["text/html; charset=utf-8", true],
    ["application/xhtml+xml", true],
    ["TEXT/HTML", true],
    ["application/pdf", false],
    ["text/plain; note=html", false],
  ])("of type %s is HTML: %s", (type, isHtml) => {
    const page = pageOf('<title>T</title><a href="/x">x</a>', type ? { "content-type": type } : {});
    expect(page.isHtml).toBe(isHtml);
    expect([page.title, page.links.length]).toEqual(isHtml ? ["T", 1] : [undefined, 0]);
    expect([...page.follow("a[href]")]).toHaveLength(isHtml ? 1 : 0);
    expect([...page.follow("a")]).toHaveLength(isHtml ? 1 : 0);
  });

  it("has the title that the page says", () => {
    expect(pageOf("<title> A \n &amp; B </title>").title).toBe("A & B");
    expect(pageOf("no title").title).toBeUndefined();
  });

  it.each(["utf-8", "latin1"])(
    "in %s has the same title and links whether its text was asked for or not",
    (charset) => {
      const html = "<title>é\0—</title><a href='/ü?ü'><base href=/é/><a href='&eacute;#😀'>";
      const [unread, read] = [html, html].map((html) =>
        pageOf(html, { "content-type": `text/html; charset=${charset}` }),
      );
      expect(read?.text).toContain("<title>");
      expect([unread?.title, unread?.links]).toEqual([read?.title, read?.links]);
      expect(unread?.links).toHaveLength(2);
    },
  );

  it("answers CSS selectors", () => {
    const page = pageOf("<h1>A</h1><p class=x>one<p class=x>two");
    expect(page.$("h1").text()).toBe("A");
    expect(
      page
        .$(".x")
        .toArray()
        .map((element) => page.$(element).text()),
    ).toEqual(["one", "two"]);
  });

  it("selects as cheerio does, a page as one without scripting sees it", () => {
    const page = pageOf("<ul><li>A &amp; B<li class=x>&lt;C></ul><noscript><li>D</noscript>");
    expect(
      page
        .select("li")
        .map((_, item) => page.$(item).text())
        .get(),
    ).toEqual(["A & B", "<C>", "D"]);
    expect(page.select("ul").find(".x").length).toBe(1);
    expect(page.select("h1").length).toBe(0);
    expect(() => page.select("a[")).toThrow("Expected name");
  });

  it("tells what it asks of robots, in tags and in headers, to everyone and to the agent", () => {
    const html = '<meta name="robots" content="noindex"><meta name="bot" content="nosnippet">';
    const headers = { "x-robots-tag": "bot: nofollow", "content-type": "text/html" };
    expect(pageOf(html, headers).robots).toEqual({
      noindex: true,
      nofollow: false,
      directives: ["noindex"],
    });
    expect(pageOf(html, headers, { agent: "bot/1.0" }).robots).toEqual({
      noindex: true,
      nofollow: true,
      directives: ["noindex", "nosnippet", "nofollow"],
    });
    const pdf = { "content-type": "application/pdf", "x-robots-tag": "none" };
    expect(pageOf(html, pdf).robots).toMatchObject({ noindex: true, nofollow: true });
  });
});

describe("follow", () => {
  const html = `<a href="/1">1</a><a class="next" href="2?q=é#f">2</a><img src="/i.png">
    <a href="mailto:a@a.test">m</a><a href="/1">again</a><a>nowhere</a><area href="/4">`;

  it("makes requests of all links, in order, each once, one deeper than the page", () => {
    const followed = [...pageOf(html).follow("a[href]")];
    expect(followed.map(({ url }) => url)).toEqual([
      "http://a.test/1",
      "http://a.test/d/2?q=%C3%A9#f",
      "http://a.test/4",
    ]);
    expect(followed.map(({ depth }) => depth)).toEqual([4, 4, 4]);
    expect(followed.every((request) => request instanceof CrawlRequest)).toBe(true);
  });

  it("makes requests of what a selector finds: its href, or else its src", () => {
    expect(urls(pageOf(html).follow("a.next, img, a[href^=mailto]"))).toEqual([
      "http://a.test/d/2?q=%C3%A9#f",
      "http://a.test/i.png",
    ]);
  });

  it("resolves what a selector finds as it does all links: by base, and by the encoding of the page", () => {
    const page = pageOf('<base href="/b/"><a class="x" href="c?q=é">c</a>', {
      "content-type": "text/html; charset=windows-1252",
    });
    expect(urls(page.follow("a.x"))).toEqual(urls(page.follow("a[href]")));
    expect(urls(pageOf('<base href="data:x"><a class="x" href="c">c</a>').follow("a.x"))).toEqual([
      "http://a.test/d/c",
    ]);
  });

  it("makes requests of a URL, or of a list of URLs, relative ones too", () => {
    const page = pageOf("");
    expect(urls(page.follow(new URL("https://b.test/")))).toEqual(["https://b.test/"]);
    const list = [
      "/1",
      "x",
      "?q=2",
      new URL("http://b.test/"),
      "/1#top",
      "/1",
      "ftp://b.test/",
      "//",
    ];
    expect(urls(page.follow(list))).toEqual([
      "http://a.test/1",
      "http://a.test/d/x",
      "http://a.test/d/page?q=2",
      "http://b.test/",
      "http://a.test/1#top",
    ]);
    expect(urls(page.follow(new Set<string>()))).toEqual([]);
  });

  it("gives what it is told to every request", () => {
    const options = { priority: 2, dontFilter: true, meta: [1], method: "HEAD" };
    const [followed] = pageOf(html).follow("a[href]", options);
    expect(followed).toMatchObject(options);
  });

  it("hands on what a request carries to each of them, and lets nobody change it", () => {
    const response = new HttpResponse({ url: "http://a.test/", status: 200 });
    const requests = [...pageOf(html).follow("a[href]", { meta: { seen: [1] } })];
    expect(requests.length).toBeGreaterThan(1);
    for (const { meta } of requests.map((request) => new Page(request, response))) {
      expect(meta).toEqual({ seen: [1] });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
      const { seen } = meta as { readonly seen: number[] };
      expect(() => seen.push(2)).toThrow(TypeError);
    }
  });

  it("gives none of the links of a page that asks robots so, where that is heeded", () => {
    const body = `<meta name=robots content=nofollow>${html}`;
    const heeding = pageOf(body, {}, { heeds: true });
    expect(urls(heeding.follow("a[href]"))).toEqual([]);
    expect(urls(heeding.follow("a.next"))).toEqual([]);
    expect(urls(heeding.follow(new URL("http://b.test/")))).toEqual(["http://b.test/"]);
    expect(heeding.links).toHaveLength(3);
    expect(urls(pageOf(body).follow("a[href]"))).toHaveLength(3);
    expect(urls(pageOf(html, {}, { heeds: true }).follow("a[href]"))).toHaveLength(3);
  });

  it("refuses at once what is nothing to follow, or no option", () => {
    const page = pageOf(html);
    const follow = (target: unknown, options?: unknown): unknown =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
      page.follow(target as string, options as CrawlRequestOptions);
    expect(() => follow(7)).toThrow(
      "Expected a selector, a URL or a list of URLs to follow: got 7",
    );
    expect(() => follow(null)).toThrow("got null");
    expect(() => follow("a", { priority: Number.NaN })).toThrow(
      '"priority" to be a number: got NaN',
    );
    expect(() => follow("a", { meta: new Date() })).toThrow('"meta" to be JSON');
  });

  it.each(["/p/1", "p/1", "./p", "?page=2", "http://a.test/p", " "])(
    "refuses the text %j, which is no selector",
    (text) => {
      expect(() => pageOf(html).follow(text)).toThrow(
        `Expected a CSS selector to follow, or URLs in a list, such as ["/about"]: got ${JSON.stringify(text)}`,
      );
    },
  );

  it.each([
    "a[href^='/p?']",
    "a[href^=/p]",
    ".w-1\\/2 a",
    'a:contains("a/b")',
    "a:not([href*='/'])",
  ])("takes the selector %j, which has a slash in it", (selector) => {
    expect(() => pageOf(html).follow(selector)).not.toThrow();
  });
});

function pageOf(
  body: string,
  headers: HttpResponseInit["headers"] = {},
  robots: PageRobots = {},
): Page {
  const url = "http://a.test/d/page";
  const progress = { depth: 3, attempts: 0, redirects: [] };
  return new Page(
    new CrawlRequest(url, {}, progress),
    new HttpResponse({ url, status: 200, headers, body }),
    () => {},
    robots,
  );
}

function urls(requests: Iterable<CrawlRequest>): readonly string[] {
  return [...requests].map(({ url }) => url);
}
