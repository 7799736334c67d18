import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readPage } from "../../../src/html/links.ts";
import { titleIn } from "../../../src/html/page-title.ts";
import { markupInUtf8, markupOf, type Markup } from "../../../src/html/scan/markup.ts";
import { decodeAs } from "../../../src/http/charset/decode-as.ts";
import { soup, structuralSoup } from "../support/soup.ts";

const url = "https://site.test/docs/page.html";

describe("markupOf", () => {
  it("is the text itself, but for NUL, which is malformed", () => {
    expect(markupOf("<a é>").source).toBe("<a é>");
    expect(markupOf("<a \0>").source).toBe("<a \uFFFD>");
    expect(markupOf("").decode("é\uFFFD")).toBe("é\uFFFD");
  });
});

describe("markupInUtf8", () => {
  it("is read as the page that all of the bytes decode to, malformed ones included", () =>
    fc.assert(
      fc.property(bodies, (bytes) => {
        const text = decodeAs("utf-8", bytes);
        expect(reading(markupInUtf8(bytes))).toEqual(reading(markupOf(text)));
      }),
      { numRuns: 5000 },
    ));

  it.each([
    ['<a href="/é">', "/%C3%A9"],
    ["<a href=/&eacute;é>", "/%C3%A9%C3%A9"],
    ['<a href="/\uFEFFa">', "/%EF%BB%BFa"],
    ["\uFEFF<a href=/a\0>", "/a%EF%BF%BD"],
    ["<svg><g\u00C0></g\u00E0><a href=/a></svg>", "/a"],
  ])("reads %j", (html, path) => {
    const { links } = readPage(markupInUtf8(Buffer.from(html)), url);
    expect(links).toEqual([`https://site.test${path}`]);
  });

  it("decodes a part as it stands in the whole", () => {
    const { decode } = markupInUtf8(Buffer.from("é"));
    expect(["a", "\u00C3\u00A9", "\u00E2\u0082", "\u00FD"].map(decode)).toEqual([
      "a",
      "é",
      "�",
      "�",
    ]);
  });
});

function reading(page: Markup): unknown {
  return { ...readPage(page, url), title: titleIn(page) };
}

const piece = fc.oneof(
  fc.oneof(soup, structuralSoup).map((html) => Buffer.from(html)),
  fc
    .constantFrom(
      '<a href="/é?ü=😀&eacute;#—">',
      "<title> é\u3000— </title>",
      '<meta name=robots content="É">',
      "<base href=/ü/>",
      "<a href=\uFEFF>",
      "<svg><É>",
      "</É>",
      "<a href='",
      "\0",
    )
    .map((html) => Buffer.from(html)),
  fc.uint8Array({ maxLength: 4 }),
  fc
    .constantFrom(0xc3, 0xe2, 0x82, 0xf0, 0x9f, 0x98, 0xed, 0xa0, 0xfd, 0xef, 0xbb, 0xbf, 0x22)
    .map((byte) => Uint8Array.of(byte)),
);
const bodies = fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.concat(pieces));
