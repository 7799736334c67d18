import { tryParseUrl } from "../http/url/parse-url.ts";
import { withoutFragment } from "../http/url/without-fragment.ts";

const word = String.raw`[\w\-~!$&'()*+,;=@.[\]]`;
const path = String.raw`(?!\.)${word}+(?:/(?!\.)${word}*)*`;
const query = String.raw`\?[\w\-~!$&()*+,;=@./[\]:?%]*`;
const fragment = String.raw`#[\w\-~!$&'()*+,;=@./[\]:?%]*`;
/** The end of a link that the URL parser keeps as it is: no part of the path begins with a dot. */
const plain = new RegExp(`(?:${path})?(?:${query})?(?:${fragment})?$`, "y");

/** What links resolve on: a URL, or that of which it is known that the parser gives it back as it stands. */
export type LinkBase = Pick<URL, "href">;

/**
 * Makes links absolute as `new URL(link, base)` does, quicker for ordinary ones.
 *
 * What is no URL gives `undefined`, and so does a scheme other than http and https.
 */
export function linkResolver(base: LinkBase): (link: string) => string | undefined {
  const { href } = base;
  let parsed: URL | undefined;
  const slowly = (link: string): string | undefined => parse(link, (parsed ??= urlOf(base)));
  if (!isHttp(href)) return slowly;
  const document = withoutFragment(href);
  const hasEmptyQuery = document.endsWith("?"); // which some parsers lose
  const file = document.replace(/\?.*/s, "");
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const root = href.slice(0, href.indexOf("/", "https://".length) + 1);

  const quickly = (link: string): string | undefined => {
    const first = link.charCodeAt(0);
    if (first === SLASH) return append(root, link, 1);
    if (first === DOT) return climb(root, folder, link);
    if (first === HASH) return hasEmptyQuery ? undefined : append(document, link, 0);
    if (first === QUESTION) return append(file, link, 0);
    if (first === H && link.startsWith(root)) return append(root, link, root.length);
    return link === "" ? undefined : append(folder, link, 0);
  };
  return (link) => quickly(link) ?? slowly(link);
}

const HASH = 0x23;
const DOT = 0x2e;
const SLASH = 0x2f;
const QUESTION = 0x3f;
const H = 0x68;

function urlOf(base: LinkBase): URL {
  return base instanceof URL ? base : new URL(base.href);
}

/** Resolves a link that begins with dots. */
function climb(root: string, folder: string, link: string): string | undefined {
  let from = folder;
  let at = 0;
  while (link.charCodeAt(at) === DOT) {
    if (link.charCodeAt(at + 1) === SLASH) at += 2;
    else if (link.startsWith("./", at + 1)) {
      at += 3;
      if (from !== root) from = from.slice(0, from.lastIndexOf("/", from.length - 2) + 1);
    } else return undefined;
  }
  return append(from, link, at);
}

/** Appends what follows `start` in the link, if the URL parser would keep it as it is. */
function append(folder: string, link: string, start: number): string | undefined {
  plain.lastIndex = start;
  if (!plain.test(link)) return undefined;
  const url = folder + link.slice(start);
  // Looking into the string makes it one of its own, which no longer keeps the whole page alive.
  return url.charCodeAt(0) > 0 ? url : undefined;
}

function parse(link: string, base: URL): string | undefined {
  const url = tryParseUrl(link, base)?.href;
  return url !== undefined && isHttp(url) ? url : undefined;
}

function isHttp(url: string): boolean {
  return url.startsWith("http:") || url.startsWith("https:");
}
