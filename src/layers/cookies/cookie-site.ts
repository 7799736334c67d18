import { toughCookie } from "./tough-cookie.ts";

/** The site that a host is part of, as it was registered; undefined for a public suffix or an address. */
export function siteOf(host: string): string | undefined {
  const { getPublicSuffix } = toughCookie(); // which is one label more than its name says
  return getPublicSuffix(host, { allowSpecialUseDomain: true, ignoreError: true });
}
