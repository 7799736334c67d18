import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { extractLinks, type LinkOptions } from "../../src/html/links.ts";
import { tryParseUrl } from "../../src/http/url/parse-url.ts";
import { cpuMs } from "../support/cpu-ms.ts";
import { parse } from "./support/parser.ts";
import { soup } from "./support/soup.ts";

const page = "https://site.test/docs/page.html?v=1";

describe("extractLinks", () => {
  it("finds the links of a parser of the HTML standard, in the same order, in any page", () =>
    fc.assert(
      fc.property(soup, (html) => {
        const hrefs = parse(html)("a[href], area[href]").toArray();
        const urls = hrefs.flatMap(({ attribs: { href = "" } }) => resolve(href));
        expect(extractLinks(html, page)).toEqual([...new Set(urls)].filter((url) => url !== page));
      }),
      { numRuns: 1000 },
    ));

  it("gives absolute http and https URLs, each once, whatever the page says", () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(soup, fc.string({ unit: "binary" }))), (parts) => {
        const urls = extractLinks(parts.join(""), page, { assets: true });
        expect(new Set(urls).size).toBe(urls.length);
        for (const url of urls) {
          expect(url).toMatch(/^https?:/);
          expect(new URL(url).href).toBe(url);
        }
      }),
    ));

  it("finds again what it found", () =>
    fc.assert(
      fc.property(soup, (html) => {
        const urls = extractLinks(html, page);
        const again = urls.map((url) => `<a href="${url.replaceAll("&", "&amp;")}">`).join("");
        expect(extractLinks(again, page)).toEqual(urls);
      }),
    ));

  it.each([
    ['<A HREF="a">', ["https://site.test/docs/a"]],
    ["<a href=a>", ["https://site.test/docs/a"]],
    ["<a href='//other.test/x'>", ["https://other.test/x"]],
    ['<a href=" \n/x\t">', ["https://site.test/x"]],
    ['<a href="/long/\n  ./wrapped">', ["https://site.test/long/%20%20./wrapped"]],
    ['<a href="/x" href="/y">', ["https://site.test/x"]],
    [
      '<a href="/x?a=1&amp;b=2&#38;c=3&copy=4&lt=5">',
      ["https://site.test/x?a=1&b=2&c=3&copy=4&lt=5"],
    ],
    ['<a href="/&eacute;&#x80;">', ["https://site.test/%C3%A9%E2%82%AC"]],
    ['<map><area href="../m">', ["https://site.test/m"]],
    [
      '<a href="/x#1"><a href="/x#2"><a href="/x#1">',
      ["https://site.test/x#1", "https://site.test/x#2"],
    ],
  ])("reads %j", (html, urls) => {
    expect(extractLinks(html, page)).toEqual(urls);
  });

  it.each([
    "mailto:x@site.test",
    "JavaScript:void(0)",
    "data:text/html,x",
    "tel:1",
    "ftp://site.test/",
  ])("leaves out %j", (href) => expect(extractLinks(`<a href="${href}">`, page)).toEqual([]));

  it.each(["http://[", "http://site.test:port/", "https://a b/", "//"])(
    "leaves out %j, no URL",
    (href) => {
      expect(extractLinks(`<a href="${href}"><a href="/y">`, page)).toEqual([
        "https://site.test/y",
      ]);
    },
  );

  it("leaves out a link to a place in the page, but not one that names the page", () => {
    expect(extractLinks('<a href=""><a href="#top"><a href>', `${page}#x`)).toEqual([]);
    expect(extractLinks('<a href="page.html?v=1">', page)).toEqual([page]);
  });

  it("resolves against the first base that has an href, wherever it stands", () => {
    const html =
      '<a href="p"><base target="_top"><base href="/one/"><base href="/two/"><a href="#q">';
    expect(extractLinks(html, page)).toEqual([
      "https://site.test/one/p",
      "https://site.test/one/#q",
    ]);
  });

  it.each(["http://[", "data:text/plain,x", "javascript:x"])("ignores the base %j", (base) => {
    const html = `<base href="${base}"><base href="/two/"><a href="p">`;
    expect(extractLinks(html, page)).toEqual(["https://site.test/docs/p"]);
  });

  it("finds nothing relative to a base that is neither http nor https", () => {
    const html = '<base href="ftp://site.test/"><a href="p"><a href="http://x.test">';
    expect(extractLinks(html, page)).toEqual(["http://x.test/"]);
  });

  it("follows a refresh, but not one that only reloads", () => {
    const html =
      refresh("0; url=/next") + refresh("5") + '<meta name="refresh" content="0;url=/no">';
    expect(extractLinks(html, page)).toEqual(["https://site.test/next"]);
  });

  it("finds nothing in a template, unless it declares a shadow root", () => {
    const html = '<template><template></template><a href="/t"></template><a href="/x">';
    expect(extractLinks(html, page)).toEqual(["https://site.test/x"]);
    const shadow = '<p><template shadowrootmode="open"><a href="/s"></template>';
    expect(extractLinks(shadow, page)).toEqual(["https://site.test/s"]);
  });

  it("reads what stands in noscript", () => {
    const html = "<head><noscript><meta http-equiv=refresh content='0;url=/a'></noscript>";
    expect(extractLinks(html, page)).toEqual(["https://site.test/a"]);
  });

  it("finds the links of pictures", () => {
    const html =
      '<svg><style><a xlink:href="/p"/></style><script/><area href="/no"></svg><a href="/x">';
    expect(extractLinks(html, page)).toEqual(["https://site.test/p", "https://site.test/x"]);
  });

  it("heeds rel=nofollow only on request, and only that token", () => {
    const html =
      '<a rel="a NoFollow" href=1><a rel=nofollowing href=2><a rel="ugc sponsored" href=3>';
    const [first, ...others] = ["1", "2", "3"].map((name) => `https://site.test/docs/${name}`);
    expect(extractLinks(html, page)).toEqual([first, ...others]);
    expect(extractLinks(html, page, { respectNofollow: true })).toEqual(others);
  });

  it.each<[string, LinkOptions]>([
    ['<meta name="robots" content="noindex, nofollow">', {}],
    ['<META NAME=" ROBOTS " CONTENT="NONE">', {}],
    [
      '<meta name="robots" content="all"><meta name="mybot" content="nofollow">',
      { agent: "MyBot/2" },
    ],
    ["", { headers: [["X-Robots-Tag", "nofollow"]] }],
  ])("finds nothing in a page with %j and %j, on request only", (meta, options) => {
    const html = `<a href="/x">${meta}`;
    const respectful = { ...options, respectMetaRobots: true };
    expect(extractLinks(html, page, options)).toEqual(["https://site.test/x"]);
    expect(extractLinks(html, page, respectful)).toEqual([]);
  });

  it.each<[string, LinkOptions]>([
    ['<meta name="robots" content="noindex, follow">', {}],
    ['<meta name="otherbot" content="nofollow">', { agent: "mybot" }],
    ['<meta property="robots" content="nofollow">', {}],
    ["", { headers: [["X-Robots", "nofollow"]] }],
  ])("finds the links of a page with %j and %j", (meta, options) => {
    const respectful = { ...options, respectMetaRobots: true };
    expect(extractLinks(`${meta}<a href="/x">`, page, respectful)).toEqual(["https://site.test/x"]);
  });

  it("encodes queries, and nothing else, in the encoding of the page", () => {
    const html = '<a href="/\u00E9?\u00E9#\u00E9"><a href="?\u4E00">';
    const encoding = "latin1";
    expect(extractLinks(html, page, { encoding })).toEqual([
      "https://site.test/%C3%A9?%E9#%C3%A9",
      "https://site.test/docs/page.html?%26%2319968%3B",
    ]);
    expect(extractLinks(html, page)[0]).toBe("https://site.test/%C3%A9?%C3%A9#%C3%A9");
  });

  it("gives what a page loads only on request", () => {
    const html = `
      <link href=1><script src=2></script><img src=3><iframe src=4></iframe><frame src=5>
      <video src=6 poster=7><source src=8><track src=9></video><audio src=10></audio><embed src=11>
      <object data=12></object><input src=13><a href=14>`;
    const urls = Array.from({ length: 14 }, (_, n) => `https://site.test/docs/${n + 1}`);
    expect(extractLinks(html, page, { assets: true })).toEqual(urls);
    expect(extractLinks(html, page)).toEqual(urls.slice(13));
  });

  it("gives the candidates of images with what a page loads", () => {
    const html =
      '<picture><source srcset="1 1x, 2 2x"><img src=3 srcset="3, 4 2x"></picture>' +
      '<link rel=preload as=image imagesrcset="5 100w, 6 200w">';
    const urls = Array.from({ length: 6 }, (_, n) => `https://site.test/docs/${n + 1}`);
    expect(extractLinks(html, page, { assets: true })).toEqual(urls);
    expect(extractLinks(html, page)).toEqual([]);
  });

  it.each([
    "<",
    "<a href='",
    "<!--",
    "<script>",
    "</",
    "<svg>",
    "<a ",
    "<a href=&amp",
    "</template>",
  ])("takes time linear in a page of nothing but %j", (part) => {
    const small = cpuMs(() => extractLinks(part.repeat(2000), page));
    const large = cpuMs(() => extractLinks(part.repeat(2000 * 100), page));
    expect(large / Math.max(small, 5)).toBeLessThan(100 * 20);
  });

  it.each(["", "/docs", "not a url"])("refuses the URL %j", (url) => {
    expect(() => extractLinks("", url)).toThrow(TypeError);
  });

  it("refuses an encoding that is none", () => {
    expect(() => extractLinks("", page, { encoding: "utf-9" })).toThrow(
      'Expected "encoding" to be the label of an encoding: got "utf-9"',
    );
  });
});

function refresh(content: string): string {
  return `<meta http-equiv=Refresh content="${content}">`;
}

function resolve(href: string): string[] {
  const url = tryParseUrl(href, new URL(page));
  return url && /^https?:$/.test(url.protocol) ? [url.href] : [];
}
