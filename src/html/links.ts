import { parseUrl } from "../http/parse-url.ts";
import { linkResolver } from "./link-resolver.ts";
import { headersAskNoFollow } from "./meta-robots.ts";
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
  /** Also give what the page loads: images, scripts, style sheets, frames. @defaultValue false */
  readonly assets?: boolean;
}

export function extractLinks(html: string, url: string, options: LinkOptions = {}): string[] {
  const { respectNofollow = false, respectMetaRobots = false, headers = [], assets = false } = options;
  const { agent } = options;
  const page = parseUrl(url);

  const { links, base, noFollow } = readLinks(html, { assets, respectNofollow, agent });
  if (respectMetaRobots && (noFollow || headersAskNoFollow(headers, agent))) return [];

  const resolve = linkResolver(baseUrl(base, page.href));
  const self = page.href.replace(/#.*/s, "");
  const targets: string[] = [];
  for (const link of links) {
    const target = resolve(link);
    if (target === undefined || (isReference(link) && target.replace(/#.*/s, "") === self)) continue;
    targets.push(target);
  }
  return [...new Set(targets)];
}

function baseUrl(base: string | undefined, url: string): string {
  if (base === undefined || !URL.canParse(base, url)) return url;
  const { href } = new URL(base, url);
  return /^(?:data|javascript):/.test(href) ? url : href;
}

/** Whether a link has neither host nor path nor query, and so leads to a place in its base. */
function isReference(link: string): boolean {
  return link.charCodeAt(0) > 0x23 ? false : /^[\t\n\f\r ]*(?:#|$)/.test(link);
}
