import { createRequire } from "node:module";

import { load } from "cheerio";
import { Parser } from "htmlparser2";

import { extractLinks } from "../../../src/html/links.ts";
import { FRENCH, longPages, pages, pagesIn, pageUrl } from "../pages.ts";
import { type Part, part } from "../part.ts";

/** Finds the links of a page: absolute, in order, each once. */
export const links: Part = part<string>({
  name: "links of a page",
  unit: "MB/s",
  inputs: { "11 kB": () => pages, "110 kB": () => longPages, French: () => pagesIn(FRENCH) },
  sizeOf: (html) => Buffer.byteLength(html),
  ways: {
    cheerio: (html) =>
      resolved(Array.from(load(html)("a[href]"), ({ attribs }) => attribs["href"] ?? "")),
    parse5: (html) => resolved(hrefsBelow(parse(html))),
    htmlparser2: (html) => resolved(hrefsRead(html)),
    pagoda: (html) => extractLinks(html, pageUrl),
  },
});

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
