import { tryParseUrl } from "../http/url/parse-url.ts";
import { requireUrl } from "../http/url/require-url.ts";
import { isPlainUrl } from "../http/url/url-key.ts";
import { withoutFragment } from "../http/url/without-fragment.ts";
import { queryEncoder } from "./encoding/query-encoding.ts";
import { type LinkBase, linkResolver } from "./link-resolver.ts";
import { headerDirectives, type RobotsTags, robotsTags } from "./meta-robots.ts";
import { type Markup, markupOf } from "./scan/markup.ts";
import { readLinks } from "./written-links.ts";

/** Options of {@link extractLinks}. */
export interface LinkOptions {
  /** Leave out links with `rel=nofollow`. @defaultValue false */
  readonly respectNofollow?: boolean;
  /** Leave out all if a `<meta>` or an `X-Robots-Tag` header says `nofollow`. @defaultValue false */
  readonly respectMetaRobots?: boolean;
  /** The headers that the page came with. @defaultValue none */
  readonly headers?: Iterable<readonly [name: string, value: string]>;
  /** Whose directives count besides those for every robot. @defaultValue nobody's */
  readonly agent?: string;
  /** The encoding of the page, for the query of its links. @defaultValue `"utf-8"` */
  readonly encoding?: string;
  /** Also give what the page loads: images of `srcset` too, scripts, style sheets, frames. @defaultValue false */
  readonly assets?: boolean;
}

/**
 * The links of an HTML page: absolute http and https URLs, in document order, each once.
 *
 * They are those that a parser of the HTML standard finds, without scripting, in `<a>`, `<area>` and
 * `<meta http-equiv=refresh>`: nothing in comments, scripts or `<template>`, all in `<noscript>`.
 * They resolve against the first `<base href>`, wherever it stands, or else the URL of the page.
 * A URL keeps its fragment, and two that differ in it only are two.
 * A link to the page itself is left out if it is empty or a mere fragment.
 * Each `href` counts as `new URL` reads it, and is left out if that cannot.
 * What asks robots not to follow links is heeded only on request. `rel=ugc` and `rel=sponsored` do
 * not ask for it; the `nofollow` of a page leaves out everything, assets too.
 *
 * @example
 * ```ts
 * extractLinks('<a href="../b?x=1&amp;y=2">b</a>', "https://example.com/a/");
 * // ["https://example.com/b?x=1&y=2"]
 * ```
 */
export function extractLinks(html: string, url: string, options: LinkOptions = {}): string[] {
  return readPage(markupOf(html), url, options).links;
}

/** What a page says about other pages. */
export interface PageReading {
  readonly links: string[];
  readonly robots: RobotsTags;
}

/** Reads a page once for {@link extractLinks} and for what it asks of robots. */
export function readPage(html: Markup, url: string, options: LinkOptions = {}): PageReading {
  const { agent, respectMetaRobots, headers = [], encoding = "utf-8" } = options;
  const page = pageAt(url);
  const encode = queryEncoder(encoding);

  const { links, base, directives } = readLinks(html, options);
  const robots = robotsTags([...directives, ...headerDirectives(headers, agent)]);
  if (respectMetaRobots && robots.nofollow) return { links: [], robots };

  const resolve = linkResolver(base === undefined ? page : documentBase(base, new URL(page.href)));
  const targets = new Set<string>();
  const { href } = page;
  for (const link of links) {
    const target = resolve(encode(link));
    if (target !== undefined && !isPlaceIn(href, target, link)) targets.add(target);
  }
  return { links: [...targets], robots };
}

/** The URL of a page, which is parsed only where it has to be. */
function pageAt(url: string): LinkBase {
  return typeof url === "string" && isPlainUrl(url) ? { href: url } : requireUrl(url);
}

/** What the links of a page resolve on, by the `href` of its first `<base>` that has one. */
export function documentBase(base: string | undefined, page: URL): URL {
  const url = base === undefined ? page : tryParseUrl(base, page);
  return url === undefined || /^(?:data|javascript):/.test(url.protocol) ? page : url;
}

/** Whether a link leads to a place in the page, and does not name the page itself. */
function isPlaceIn(page: string, target: string, link: string): boolean {
  const isReference =
    link === "" || (link.charCodeAt(0) <= HASH && /^[\t\n\f\r ]*(?:#|$)/.test(link));
  return isReference && withoutFragment(target) === withoutFragment(page);
}

const HASH = 0x23;
