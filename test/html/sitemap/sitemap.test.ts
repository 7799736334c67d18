import { gzipSync } from "node:zlib";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseSitemap } from "../../../src/html/sitemap/sitemap.ts";
import { pages, writers, written } from "../support/written-sitemap.ts";

const place = "https://site.test/maps/sitemap.xml";
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

describe("parseSitemap", () => {
  it("gives back what was written, in its order, however it is written", () =>
    fc.assert(
      fc.property(fc.array(pages), writers, (list, write) => {
        const { type, urls, truncated } = parseSitemap(write(list), place);
        expect(urls).toEqual(list);
        expect(truncated).toBe(false);
        expect(type).toBe("urlset");
      }),
    ));

  it("reads of a file that was cut what came before the cut, and tells that it was cut", () =>
    fc.assert(
      fc.property(fc.array(pages, { minLength: 1 }), fc.nat(), (list, cut) => {
        const whole = written(list);
        const end = "<urlset>".length + (cut % (whole.length - "<urlset>".length));
        const { urls, truncated } = parseSitemap(whole.slice(0, end), place);
        expect(urls.map(({ loc }) => loc)).toEqual(
          list.map(({ loc }) => loc).slice(0, urls.length),
        );
        expect(truncated).toBe(true);
        expect(whole.slice(0, end).split("</url>").length - 1).toBeLessThanOrEqual(urls.length);
      }),
    ));

  it("never fails, and gives absolute http and https URLs only", () =>
    fc.assert(
      fc.property(fc.oneof(bytes, soup), (body) => {
        for (const { loc } of parseSitemap(body, place).urls) {
          expect(loc).toMatch(/^https?:\/\/./);
          expect(new URL(loc).href).toBe(loc);
        }
      }),
      { numRuns: 1000 },
    ));

  it.each([
    ["an index", `<sitemapindex ${NAMESPACE}><sitemap><loc>/a.xml</loc></sitemap>`, "index"],
    [
      "RSS",
      "<rss><channel><link>/no</link><item><link>/a.xml</link></item></channel></rss>",
      "feed",
    ],
    ["Atom", "<feed><link href='/no'/><entry><link href='/a.xml'/></entry></feed>", "feed"],
    ["text", "\uFEFF\n https://site.test/a.xml \r\nno URL\r/no", "text"],
    ["a lone entry", "<url><loc>/a.xml</loc></url>", "urlset"],
  ])("reads %s", (_, body, type) => {
    expect(parseSitemap(body, place)).toMatchObject({
      type,
      urls: [{ loc: "https://site.test/a.xml" }],
    });
  });

  it.each([
    ["a page", "<!doctype html><html><body><url><loc>/a</loc></url>"],
    ["JSON", '["https://site.test/"]'],
    ["nothing", ""],
    ["blanks", " \n\t"],
    ["prose", "There is no sitemap here."],
    ["unknown XML", "<sites><url><loc>/a</loc></url></sites>"],
  ])("says of %s that it is unknown", (_, body) => {
    expect(parseSitemap(body, place)).toEqual({ type: "unknown", urls: [], truncated: false });
  });

  it.each([
    ["<loc>\n <![CDATA[ https://x.test/?a=1&b=2 ]]>\n</loc>", "https://x.test/?a=1&b=2"],
    ["<loc>/p<![CDATA[?a=1&amp;]]>&amp;b=&#50;&#x33;</loc>", "https://site.test/p?a=1&amp;&b=23"],
    ["<loc>/?a=1&b=2&copy=3&lt=4</loc>", "https://site.test/?a=1&b=2&copy=3&lt=4"],
    ["<loc>/caf&eacute;</loc>", "https://site.test/caf%C3%A9"],
    ["<loc>b c</loc>", "https://site.test/maps/b%20c"],
    ["<loc>\u00A0//x.test/\u3000</loc>", "https://x.test/"],
    ["<LOC>HTTPS://X.test/A</LOC>", "https://x.test/A"],
    ["<loc><url>/nested</url></loc>", "https://site.test/nested"],
    ["<loc>/open<lastmod>2030</lastmod>", "https://site.test/open"],
    ["<loc/><loc></loc><loc>/after</loc>", "https://site.test/after"],
    ["\n https://x.test/bare?a&amp;b\n", "https://x.test/bare?a&b"],
    ["<!-- <loc>/no</loc> --><?x <loc>/no</loc> ?><loc>/yes</loc>", "https://site.test/yes"],
    ["<image><loc>/no</loc></image><loc>/yes</loc>", "https://site.test/yes"],
    ["<i:image><i:loc>/no</i:loc></i:image><loc>/yes</loc>", "https://site.test/yes"],
    ["<loc>/yes</loc><x:link rel='alternate' href='/no'/>", "https://site.test/yes"],
  ])("finds the address in %j", (content, loc) => {
    const { urls } = parseSitemap(`<urlset ${NAMESPACE}><url>${content}</url></urlset>`, place);
    expect(urls.map(({ loc }) => loc)).toEqual([loc]);
  });

  it.each(["mailto:x@site.test", "javascript:x", "ftp://site.test/", "https://[", ""])(
    "leaves out the address %j",
    (loc) => {
      const body = `<urlset><url><loc>${loc}</loc></url><url><loc>/b</loc></url></urlset>`;
      expect(parseSitemap(body, place).urls).toEqual([{ loc: "https://site.test/b" }]);
    },
  );

  it("leaves out relative addresses of a file that is nowhere", () => {
    const body = "<urlset><url><loc>/a</loc></url><url><loc>https://x.test/</loc></url></urlset>";
    expect(parseSitemap(body).urls).toEqual([{ loc: "https://x.test/" }]);
  });

  it("counts names with the prefix of the root, and none of another prefix", () => {
    const body =
      "<s:urlset><s:url><s:loc>/a</s:loc><v:loc>/no</v:loc></s:url><v:url><v:loc>/no</v:loc></v:url></s:urlset>";
    expect(parseSitemap(body, place).urls).toEqual([{ loc: "https://site.test/a" }]);
  });

  it("gives two addresses of one entry, and the date with both", () => {
    const body =
      "<sitemapindex><sitemap><loc>/a</loc><loc>/b</loc><lastmod> 2030-01 </lastmod></sitemap>";
    expect(parseSitemap(body, place).urls).toEqual([
      { loc: "https://site.test/a", lastmod: "2030-01" },
      { loc: "https://site.test/b", lastmod: "2030-01" },
    ]);
  });

  it("reads entries that were not closed", () => {
    const body = "<urlset><url><loc>/a<url><loc>/b</loc><url><loc>/c</loc></url></urlset>";
    const locs = parseSitemap(body, place).urls.map(({ loc }) => loc);
    expect(locs).toEqual(["https://site.test/a", "https://site.test/b", "https://site.test/c"]);
  });

  it("takes of an RSS item the link, else the guid, and when it was published", () => {
    const body = `<rdf:RDF><item><guid>https://x.test/no</guid><link>/1</link><pubDate>Mon</pubDate>
      <media:content url="/no"><link>/no</link></media:content></item>
      <item><guid isPermaLink="true">https://x.test/2</guid><dc:date>2030</dc:date></item>
      <item><guid isPermaLink="false">https://x.test/no</guid></item><item><guid>17</guid></item>`;
    expect(parseSitemap(body, place).urls).toEqual([
      { loc: "https://site.test/1", lastmod: "Mon" },
      { loc: "https://x.test/2", lastmod: "2030" },
    ]);
  });

  it("takes of an Atom entry the first link that is an alternate, and when it was updated", () => {
    const body = `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:published>2029</a:published>
      <a:link rel="edit" href="/no"/><a:link rel="alternate" href="/1?a&amp;b"/><a:link href="/no"/>
      <a:updated>2030</a:updated><a:content><a href="/no"/></a:content></a:entry></a:feed>`;
    expect(parseSitemap(body, place).urls).toEqual([
      { loc: "https://site.test/1?a&b", lastmod: "2030" },
    ]);
  });

  it("resolves no entity, whatever the file declares", () => {
    const body = `<!DOCTYPE urlset [<!ENTITY file SYSTEM "file:///etc/hosts"><!ENTITY a "&b;&b;">]>
      <urlset><url><loc>/x&file;y&a;</loc></url><url><loc>&file;</loc></url></urlset>`;
    expect(parseSitemap(body, place).urls).toEqual([{ loc: "https://site.test/xy" }]);
  });

  it.each<[string, string, Uint8Array]>([
    ["a mark", "", Buffer.from("\uFEFF<urlset><url><loc>/é</loc>", "utf16le")],
    ["the bytes of its declaration", "", Buffer.from(declared("UTF-16"), "utf16le")],
    ["its declaration", "", Buffer.from(declared("ISO-8859-1"), "latin1")],
    ["the header", "text/xml; charset=latin1", Buffer.from(declared("UTF-8"), "latin1")],
    ["nothing, in UTF-8", "text/xml", Buffer.from("<urlset><url><loc>/é</loc>")],
  ])("tells the encoding by %s", (_, contentType, body) => {
    const { urls } = parseSitemap(body, place, contentType);
    expect(urls).toEqual([{ loc: "https://site.test/%C3%A9" }]);
  });

  it("reads what gzip gives that was cut, and passes over what stands behind it", () => {
    const list = Array.from({ length: 5000 }, (_, n) => ({ loc: `https://site.test/${n * 7919}` }));
    const zipped = gzipSync(written(list));
    expect(parseSitemap(Buffer.concat([zipped, Buffer.from("junk")]), place).urls).toEqual(list);
    const { urls, truncated } = parseSitemap(zipped.subarray(0, zipped.length / 2), place);
    expect(urls.length).toBeGreaterThan(1000);
    expect(urls).toEqual(list.slice(0, urls.length));
    expect(truncated).toBe(true);
  });

  it.each(["", "/sitemap.xml", "no url"])("refuses the place %j", (url) => {
    expect(() => parseSitemap("", url)).toThrow(TypeError);
  });
});

const bytes = fc.uint8Array().map((body) => Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), body]));
const names = ["urlset", "url", "loc", "rss", "item", "link", "feed", "entry", "a:b"];
const soup = fc
  .array(
    fc.constantFrom(
      ...Array.from("&<>/'\" \n\0\uFFFF"),
      ...names.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}/>`, `<${name} href='/x'>`]),
      ..."<![CDATA[ ]]> &amp; &x; <!-- --> <? ?> /a https://x.test/".split(" "),
    ),
    { maxLength: 40, size: "max" },
  )
  .map((parts) => parts.join(""));

function declared(encoding: string): string {
  return `<?xml version="1.0" encoding="${encoding}"?><urlset><url><loc>/é</loc>`;
}
