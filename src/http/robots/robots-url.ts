/**
 * Where the rules for `page` stand: `/robots.txt` of its scheme, host and port.
 *
 * User name, password, path, query and fragment do not count.
 * Throws a `TypeError` on what is no URL, or has no host, as `mailto:` has none.
 */
export function robotsUrl(page: string): string {
  return new URL("/robots.txt", new URL(page).origin).href;
}
