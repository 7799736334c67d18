import { requireArray, show } from "../../service/options.ts";

/** Which URLs are meant: a `*` in a string stands for any characters, and all must match. */
export type UrlPattern = string | RegExp;

/** Makes a test of patterns: whether a URL matches any of them. */
export function matcher(option: string, patterns: readonly UrlPattern[]): (url: string) => boolean {
  requireArray(option, patterns);
  const tests = patterns.map((pattern) => {
    if (typeof pattern === "string") return glob(pattern);
    if (pattern instanceof RegExp) return (url: string) => url.search(pattern) !== -1;
    throw new TypeError(`Expected "${option}" to hold strings or RegExps: got ${show(pattern)}`);
  });
  return (url) => {
    for (const test of tests) if (test(url)) return true;
    return false;
  };
}

/** Looks for the pieces between the stars one after another: linear, whatever the URL. */
function glob(pattern: string): (url: string) => boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return (url) => url === pattern;
  return (url) => {
    if (!url.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = url.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return url.length - last.length >= at && url.endsWith(last);
  };
}

const SCHEMES = ["http://", "https://"];

/** Throws a `RangeError` where a pattern can match no URL, such as one of a path alone. */
export function requireUrlPatterns(option: string, patterns: readonly UrlPattern[]): void {
  requireArray(option, patterns);
  const wrong = patterns.find((pattern) => typeof pattern === "string" && !canMatch(pattern));
  if (wrong === undefined) return;
  throw new RangeError(
    `Expected "${option}" to hold patterns of whole URLs, such as "*/private/*": got ${show(wrong)}`,
  );
}

/** Whether there is a URL that a pattern matches: one begins with its scheme, or a star. */
export function canMatch(pattern: string): boolean {
  const [first = ""] = pattern.split("*", 1);
  const hasStar = first.length < pattern.length;
  return SCHEMES.some((it) => first.startsWith(it) || (hasStar && it.startsWith(first)));
}
