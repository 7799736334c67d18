import type { Cookie } from "tough-cookie";

import { siteOf } from "./cookie-site.ts";
import { withoutDot } from "./cookie-target.ts";
import { keptCookie } from "./kept-cookie.ts";
import { toughCookie } from "./tough-cookie.ts";

const NOT_ASCII = /[\u0080-\uFFFF]/;

/**
 * Reads a Set-Cookie header that came from a URL, by the rules of RFC 6265, section 5.3.
 *
 * Throws where it is none, or where that URL may not set it.
 * A host that is a public suffix itself may name itself as Domain, and then the cookie is for it alone.
 */
export function receivedCookie(header: string, source: URL, now: Date): Cookie {
  const url = withoutDot(source);
  const { Cookie, CookieJar } = toughCookie();
  const cookie = Cookie.parse(header);
  if (!cookie) throw new TypeError("Expected a cookie to have a name and a value");
  if (url !== source) cookie.domain = cookie.domain?.replace(/\.$/, "") ?? null;
  if (NOT_ASCII.test(cookie.domain ?? "")) cookie.domain = cookie.cdomain() ?? null;
  if (cookie.domain === url.hostname && siteOf(url.hostname) === undefined) cookie.domain = null;
  // A jar of its own judges it; what is in ours, it would let end by another clock.
  new CookieJar(undefined, { prefixSecurity: "unsafe-disabled" }).setCookieSync(cookie, url, {
    now,
  });
  return keptCookie(cookie, now);
}
