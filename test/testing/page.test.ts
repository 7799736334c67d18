import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { CrawlRequest, request } from "../../src/engine/page/crawl-request.ts";
import type { Page } from "../../src/engine/page/page.ts";
import { HttpResponse } from "../../src/http/message.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { page } from "../../src/testing/page.ts";
import { untyped } from "../support/untyped.ts";

describe("page", () => {
  it("gives a parse what it needs", () => {
    const shop = page("<title>Shop</title><a href=/x>x</a>", "http://a.test/");
    expect([...parse(shop)]).toEqual([
      { title: "Shop" },
      request("http://a.test/x", { priority: 1 }).linkedFrom(shop),
    ]);
  });

  it("makes links that differ by URL, options and depth", () => {
    const shop = page("<a href=/x>x</a>", "http://a.test/", { depth: 2 });
    const [link] = shop.follow("a[href]", { headers: { "x-a": "1" } });
    const other = request("http://a.test/x", { headers: { "x-a": "2" } }).linkedFrom(shop);
    expect(link).toBeInstanceOf(CrawlRequest);
    expect(link).toMatchObject({ url: "http://a.test/x", depth: 3 });
    expect(link).not.toEqual(other);
    expect(link).not.toEqual(request("http://a.test/x", { headers: { "x-a": "1" } }));
  });

  it("is the page that a crawl gives to its parse", async () => {
    const html = '<title>Grüße</title><a href="/a?q=ü">a</a><img src="b.png">';
    const url = "http://a.test/";
    const headers = { "content-type": "text/html; charset=utf-8", "x-a": "1" };
    const seen: Page[] = [];
    const service = ServiceBuilder.for<object, HttpResponse>().service(
      async () => new HttpResponse({ url, status: 200, headers, body: html }),
    );
    const start = request(url, { meta: { n: 1 } });
    await crawl({ service, start, maxPages: 1, parse: (page) => void seen.push(page) }).done();

    const made = page(html, url, { meta: { n: 1 }, headers });
    expect(seen.map(factsOf)).toEqual([factsOf(made)]);
  });

  it("shows a parse what the options say", () => {
    const made = page("{}", "http://a.test/feed", {
      status: 203,
      headers: { "Content-Type": "application/json" },
      depth: 4,
      meta: ["x"],
      redirects: ["http://a.test/old"],
    });
    expect(made).toMatchObject({ status: 203, depth: 4, meta: ["x"], isHtml: false, links: [] });
    expect(made.response.redirects).toEqual(["http://a.test/old"]);
    expect(made.request.redirects).toEqual(["http://a.test/old"]);
  });

  it("is HTML in UTF-8 where the headers do not say otherwise", () => {
    const made = page("<meta charset=latin1>ü", "http://a.test/", { headers: { "x-a": "1" } });
    expect(made.text).toBe("<meta charset=latin1>ü");
    expect(made.headers.get("x-a")).toBe("1");
  });

  it("decodes bytes as any other page", () => {
    const headers = { "content-type": "text/html; charset=windows-1252" };
    const bytes = Uint8Array.from([...Buffer.from("<title>"), 0xfc]);
    expect(page(bytes, "http://a.test/", { headers }).title).toBe("ü");
  });

  it("has a URL as the WHATWG parser gives it", () => {
    expect(page("", "HTTP://A.test").url).toBe("http://a.test/");
  });

  it.each([
    ["url", "/x", {}],
    ["url", "ftp://a.test/", {}],
    ["status", "http://a.test/", { status: 20 }],
    ["status", "http://a.test/", { status: Infinity }],
    ["depth", "http://a.test/", { depth: -1 }],
    ["depth", "http://a.test/", { depth: Infinity }],
    ["redirects", "http://a.test/", { redirects: untyped(5) }],
    ["meta", "http://a.test/", { meta: untyped(() => {}) }],
    ["headers", "http://a.test/", { headers: untyped("none") }],
    ["state", "http://a.test/", untyped({ state: 200 })],
  ])("refuses a wrong %s", (name, url, options) => {
    expect(() => page("", url, options)).toThrow(`"${name}"`);
  });

  it.each([[null], [{}], [undefined]])("refuses %o", (html) => {
    expect(() => page(untyped(html), "http://a.test/")).toThrow(
      'Expected "html" to be text or bytes',
    );
  });
});

function* parse(page: Page): Generator<CrawlRequest | { readonly title: string | undefined }> {
  yield { title: page.title };
  yield* page.follow("a", { priority: 1 });
}

function factsOf(page: Page): object {
  const { url, status, title, text, depth, meta, isHtml, links, request } = page;
  const images = page.$("img").length;
  const headers = [...page.headers];
  return { url, status, title, text, depth, meta, isHtml, links, images, headers, request };
}
