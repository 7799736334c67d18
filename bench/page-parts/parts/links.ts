import { createRequire } from "node:module";

import { load } from "cheerio";
import { Parser } from "htmlparser2";

import { extractLinks, readPage } from "../../../src/html/links.ts";
import { markupInUtf8 } from "../../../src/html/scan/markup.ts";
import { FRENCH, longPages, pages, pagesIn, pageUrl, RUSSIAN } from "../pages.ts";
import { type Part, part } from "../part.ts";

/** A page as it came, or as text. */
type PageInput = string | Uint8Array;

/** Finds the links of a page: absolute, in order, each once. Where it comes as bytes, decoding counts. */
export const links: Part = part<PageInput>({
  name: "links of a page",
  unit: "MB/s",
  inputs: {
    "text of 11 kB": () => pages,
    "of 110 kB": () => longPages,
    "bytes, ASCII": () => pages.map(bytesOf),
    "bytes, French": () => pagesIn(FRENCH).map(bytesOf),
    "bytes, Russian": () => pagesIn(RUSSIAN).map(bytesOf),
  },
  sizeOf: (page) => page.length,
  ways: {
    cheerio: (page) =>
      resolved(Array.from(load(textOf(page))("a[href]"), ({ attribs }) => attribs["href"] ?? "")),
    parse5: (page) => resolved(hrefsBelow(parse(textOf(page)))),
    htmlparser2: (page) => resolved(hrefsRead(textOf(page))),
    pagoda: (page) =>
      typeof page === "string"
        ? extractLinks(page, pageUrl)
        : readPage(markupInUtf8(page), pageUrl).links,
  },
});

function bytesOf(page: string): Uint8Array {
  return Buffer.from(page);
}

const decoder = new TextDecoder();

function textOf(page: PageInput): string {
  return typeof page === "string" ? page : decoder.decode(page);
}

function resolved(hrefs: readonly string[]): readonly string[] {
  return [...new Set(hrefs.map((href) => new URL(href, pageUrl).href))];
}

function hrefsRead(html: string): readonly string[] {
  const hrefs: string[] = [];
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (name === "a" && href !== undefined) hrefs.push(href);
    },
  });
  parser.end(html);
  return hrefs;
}

/** A node of the tree that parse5 makes, as far as links need it. */
interface Node {
  readonly tagName?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}

const lazily = createRequire(import.meta.url);

function parse(html: string): Node {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parse5 is what it exports
  const parse5 = lazily("parse5") as { readonly parse: (html: string) => Node };
  return parse5.parse(html);
}

function hrefsBelow(root: Node): readonly string[] {
  const hrefs: string[] = [];
  const nodes = [root];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    const href = node.attrs?.find(({ name }) => name === "href");
    if (node.tagName === "a" && href) hrefs.push(href.value);
    nodes.push(...(node.childNodes?.toReversed() ?? []));
  }
  return hrefs;
}
