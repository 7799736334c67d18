import { load } from "cheerio";

import { documentBase } from "../../../src/html/links.ts";
import { refreshTarget } from "../../../src/html/meta-refresh.ts";
import { tryParseUrl } from "../../../src/http/url/parse-url.ts";

/** What a whole parser of the HTML standard, without scripting, finds in a page. */
export function parse(html: string): ReturnType<typeof load> {
  return load(html, { scriptingEnabled: false });
}

/** The http and https links of the document that such a parser makes, each once, but to the page itself. */
export function linksByParser(html: string, url: string): readonly string[] {
  const elements = [...elementsIn(parse(html).root().toArray())];
  const base = elements.find(
    ({ name, isHtml, href }) => name === "base" && isHtml && href !== undefined,
  );
  const on = documentBase(base?.href, new URL(url));
  const urls = elements.flatMap(linksOf).flatMap((link) => resolve(link, on));
  return [...new Set(urls)].filter((link) => bare(link) !== bare(url));
}

/** An element as far as it may link. */
interface Element {
  readonly name: string;
  readonly isHtml: boolean;
  readonly href: string | undefined;
  readonly attributes: Readonly<Record<string, string>>;
}

/** What is asked of the nodes of cheerio. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly namespace?: string | undefined;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly Node[];
}

function* elementsIn(nodes: readonly Node[]): Generator<Element, void> {
  for (const { name = "", namespace, attribs = {}, children = [] } of nodes) {
    const isHtml = namespace === "http://www.w3.org/1999/xhtml";
    if (isHtml && name === "template" && attribs["shadowrootmode"] === undefined) continue;
    yield { name, isHtml, href: attribs["href"], attributes: attribs };
    yield* elementsIn(children);
  }
}

function linksOf({ name, isHtml, href, attributes }: Element): readonly string[] {
  if (isHtml && name === "meta") return refreshOf(attributes);
  return href !== undefined && (name === "a" || (isHtml && name === "area")) ? [href] : [];
}

function refreshOf({
  content = "",
  "http-equiv": event = "",
}: Element["attributes"]): readonly string[] {
  const target = event.toLowerCase() === "refresh" ? refreshTarget(content) : undefined;
  return target === undefined ? [] : [target];
}

function resolve(link: string, base: URL): readonly string[] {
  const url = tryParseUrl(link, base);
  return url?.protocol === "http:" || url?.protocol === "https:" ? [url.href] : [];
}

function bare(url: string): string {
  return url.replace(/#.*/s, "");
}
