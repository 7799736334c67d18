import { tryParseUrl } from "../../http/url/parse-url.ts";
import { plainOrigin } from "../../http/url/plain-origin.ts";

/** URLs that the parser gives back as they stand, so that a hit need not call it. */
const plain = new RegExp(
  `^${plainOrigin}(?:/(?!\\.|%2[eE])[\\w.~!$&()*+,;=:@%-]*)+(?:\\?[\\w.~!$&()*+,;=:@/%?-]*)?$`,
);

/**
 * What a response to a URL is kept under: its method and the URL as the WHATWG parser spells it, less user
 * and fragment. However a URL is written, what is kept of it is found, and removed.
 */
export function keyOf(method: "GET" | "HEAD", url: string): string {
  return `${method} ${plain.test(url) ? url : spelled(url)}`;
}

/** The keys under which responses to a URL may be kept. */
export function keysOf(url: string): readonly string[] {
  return [keyOf("GET", url), keyOf("HEAD", url)];
}

function spelled(url: string): string {
  const parsed = tryParseUrl(url);
  if (!parsed) return url;
  parsed.username = "";
  parsed.password = "";
  parsed.hash = "";
  return parsed.href;
}
