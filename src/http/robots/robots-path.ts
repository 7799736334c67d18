import { knownOrigin } from "../url/known-origin.ts";
import { tryParseUrl } from "../url/parse-url.ts";

/** What neither the parser nor the normal form would change. */
const plain = /^\/[\w\-.~:/?[\]@!&()+,;=]*$/;
const afterAuthority = /^[^:]*:\/\/[^/]*(\/[^#]*)/;

/** The path and query of a URL, or a relative one, in normal form, as rules see it. Throws a `TypeError` on no URL. */
export function pathOf(url: string): string {
  return plainPathOf(url) ?? parsedPathOf(url);
}

function plainPathOf(url: string): string | undefined {
  const known = knownOrigin(url);
  if (!known) return undefined;
  const hash = url.indexOf("#");
  const path = url.slice(known.origin.length, hash === -1 ? undefined : hash);
  return plain.test(path) && !path.includes("/.") ? path : undefined;
}

function parsedPathOf(url: string): string {
  const { href } = tryParseUrl(url) ?? new URL(url, "http://localhost");
  const [, path = "/"] = afterAuthority.exec(href) ?? [];
  return normalisePath(path);
}

// A triplet, unless it stands where its decoded form would complete a stray "%" or "%4",
// or a byte that is neither unreserved nor reserved. "*" and "$" count as such, for they mean
// something else in a rule, and so does "'", which URLs have encoded in queries only.
const inNormalForm = /(?<!%[0-9a-f]?)%[0-9a-f]{2}|[^\w\-.~:/?#[\]@!&()+,;=%]/gi;
const unreserved = /[\w\-.~]/;

/**
 * The one form of a path in which a rule and a URL are compared (RFC 9309, section 2.2.2).
 *
 * Unreserved characters are decoded, reserved ones left as they are, all else is percent-encoded
 * with upper-case digits. A `%` that begins no triplet stays. `path` holds a byte a character.
 */
export function normalisePath(path: string): string {
  return path.replace(inNormalForm, (found) => {
    if (found.length === 1) return encode(found);
    const char = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return unreserved.test(char) ? char : found.toUpperCase();
  });
}

function encode(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
