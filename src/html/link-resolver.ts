import { tryParseUrl } from "../http/url/parse-url.ts";

/** A path, query and fragment that the URL parser keeps as they are. */
const plain =
  /^(?![/.])[\w\-~!$&'()*+,;=@./[\]]+(?:\?[\w\-~!$&()*+,;=@./[\]:?%]*)?(?:#[\w\-~!$&'()*+,;=@./[\]:?%]*)?$/;

/**
 * Makes links absolute as `new URL(link, base)` does, quicker for ordinary ones.
 *
 * What is no URL gives `undefined`, and so does a scheme other than http and https.
 */
export function linkResolver(base: URL): (link: string) => string | undefined {
  const { href } = base;
  if (!isHttp(href)) return (link) => parse(link, base);
  const root = href.slice(0, href.indexOf("/", "https://".length) + 1);
  const folder = href.slice(0, href.replace(/[?#].*/s, "").lastIndexOf("/") + 1);

  return (link) => {
    const path = link.startsWith(root) ? link.slice(root.length - 1) : link;
    const url = path.startsWith("/") ? append(root, path, 1) : join(root, folder, path);
    return url ?? parse(link, base);
  };
}

function join(root: string, folder: string, path: string): string | undefined {
  let from = folder;
  let at = 0;
  while (path.startsWith(".", at)) {
    if (path.startsWith("./", at)) at += 2;
    else if (path.startsWith("../", at)) {
      at += 3;
      if (from !== root) from = from.slice(0, from.lastIndexOf("/", from.length - 2) + 1);
    } else return undefined;
  }
  return path.startsWith("/", at) ? undefined : append(from, path, at);
}

/** Appends what follows `start` in the path, if the URL parser would keep it as it is. */
function append(folder: string, path: string, start: number): string | undefined {
  const rest = path.slice(start);
  if (!plain.test(rest) || rest.includes("/.")) return undefined;
  const url = folder + rest;
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
