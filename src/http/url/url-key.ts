import { hostOf } from "./parse-url.ts";
import { plainOrigin } from "./plain-origin.ts";
import { requireUrl } from "./require-url.ts";
import { tidyQuery, type TidyQueryOptions } from "./tidy-query.ts";

/** Options of {@link urlKey}. */
export type UrlKeyOptions = TidyQueryOptions;

const safe = String.raw`\w.~!$&()*+,;=:@/[\]\-`;
const escape = "%(?:2[0-9A-CF]|3[A-F]|[89A-F][0-9A-F])";
const path = `/[${safe}']*(?:${escape}[${safe}']*)*`;
const query = String.raw`\?(?=.)[${safe}?]*(?:${escape}[${safe}?]*)*`;
const plainUrl = new RegExp(`^${plainOrigin}${path}(?:${query})?$`);

// What is decoded close behind a stray "%" would make an escape that nobody wrote.
const escapes = /(?<!%[\da-f]?)%[\da-f]{2}/gi;
const unreserved = /[\w.~-]/;

/**
 * The key by which two spellings of a URL are known to be one page.
 *
 * The URL is read as browsers do (WHATWG): scheme and host in lower case, an international host in
 * its ASCII form, no default port, no dot segments, spaces and other unsafe characters escaped.
 * Escapes of unreserved characters are decoded, and the hex digits of others are upper-cased:
 * reserved characters and `%25` stay as they are written, and so does a stray `%`.
 * The fragment, an empty query, the dot that ends a host name and credentials are dropped: a site
 * that is also linked as `https://user@host/` is not crawled twice, and no password is stored.
 * All else counts: case, slashes, `a` and `a=`, `+` and `%20`, the order of parameters; unless
 * `sortQuery` sorts them by name only, keeping the order of the values of one name and dropping
 * empty ones (`a&&b`), or `stripParams` drops them whole, by exact decoded name.
 * The key of a key is that key.
 * It throws a `TypeError` that quotes the input unless that is an absolute URL with a host.
 *
 * @example
 * ```ts
 * urlKey("HTTP://Example.com:80/%7Eann?b=1&a=2#top"); // "http://example.com/~ann?b=1&a=2"
 * ```
 */
export function urlKey(url: string, options?: UrlKeyOptions): string {
  const key = plain(url) ?? canonical(url);
  return options === undefined ? key : tidy(key, options);
}

/** The key of a URL that differs from it in no more than the fragment: of nearly all links. */
function plain(url: string): string | undefined {
  const fragment = url.indexOf("#");
  const key = fragment === -1 ? url : url.slice(0, fragment);
  return isPlainUrl(key) ? key : undefined;
}

/** Whether a URL is its own key, and the WHATWG parser gives it back as it stands. Not all that are it can tell. */
export function isPlainUrl(url: string): boolean {
  return plainUrl.test(url) && !url.includes("/.");
}

function canonical(input: string): string {
  const url = requireUrl(input);
  const port = url.port && `:${url.port}`;
  return `${url.protocol}//${hostOf(url)}${port}${normalizeEscapes(url.pathname + url.search)}`;
}

function normalizeEscapes(text: string): string {
  return text.includes("%") ? text.replace(escapes, normalizeEscape) : text;
}

function normalizeEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return unreserved.test(character) ? character : escape.toUpperCase();
}

function tidy(key: string, options: UrlKeyOptions): string {
  const mark = key.indexOf("?");
  if (mark === -1) return key;
  const query = tidyQuery(key.slice(mark + 1), options);
  return key.slice(0, mark) + (query && `?${query}`);
}
