import { tryParseUrl } from "./parse-url.ts";

/**
 * Whether a URL has a user name or a password, of which the leaf makes an Authorization.
 *
 * What is no URL, but has an `@`, is taken to, since nobody knows what it was meant to hold.
 */
export function hasUserinfo(url: string): boolean {
  if (!url.includes("@")) return false;
  const parsed = tryParseUrl(url);
  return !parsed || parsed.username !== "" || parsed.password !== "";
}
