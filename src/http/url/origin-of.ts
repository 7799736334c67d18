import { knownOrigin } from "./known-origin.ts";
import { requireUrl } from "./require-url.ts";

/**
 * Scheme, host and port of an http(s) URL, in their canonical form: who the other side is.
 *
 * Throws a `TypeError` that quotes the input unless that is an absolute URL with a host.
 *
 * @example
 * ```ts
 * originOf("https://user@Example.com:443/a"); // "https://example.com"
 * ```
 */
export function originOf(url: string): string {
  return knownOrigin(url)?.origin ?? requireUrl(url).origin;
}

/** The same, or undefined where that is no such URL. */
export function tryOriginOf(url: string): string | undefined {
  try {
    return originOf(url);
  } catch {
    return undefined;
  }
}
