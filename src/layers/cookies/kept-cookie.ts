import { isIP } from "node:net";

import type { Cookie } from "tough-cookie";

import { siteOf } from "./cookie-site.ts";

/** As in browsers. */
const MOST_CHARACTERS = 4096;
const MOST_OF_PATH = 1024;

// oxlint-disable-next-line no-control-regex -- no header can hold them
const CONTROLS = /[\u0000-\u001F\u007F]/;

/** The latest instant of a `Date`. */
const LATEST_MS = 8.64e15;

/**
 * Makes of a cookie what is kept: its end an instant, whatever its age counts `from`, and no extensions.
 *
 * Throws where it could not be sent, is for more hosts than it may, breaks the promise of its name, or
 * is longer than cookies are.
 */
export function keptCookie(cookie: Cookie, from: Date): Cookie {
  const { key, value, path } = cookie;
  if (CONTROLS.test(key + value)) {
    throw new TypeError("Expected a cookie without control characters");
  }
  if (key.length + value.length > MOST_CHARACTERS || (path?.length ?? 0) > MOST_OF_PATH) {
    throw new RangeError(
      `Expected a cookie of at most ${MOST_CHARACTERS} characters, and ${MOST_OF_PATH} in its path`,
    );
  }
  if (!isOfOneSite(cookie)) throw new TypeError("Expected a cookie for no public suffix");
  if (!keepsPromise(cookie)) {
    throw new TypeError("Expected a cookie that keeps the promise of __Host- or __Secure-");
  }
  const endMs = cookie.expiryTime(from) ?? Infinity;
  cookie.expires = endMs > LATEST_MS ? "Infinity" : new Date(Math.max(endMs, 0));
  cookie.maxAge = null;
  cookie.extensions = null;
  return cookie;
}

function isOfOneSite({ domain, hostOnly }: Cookie): boolean {
  const host = domain ?? "";
  return hostOnly === true || isIP(host) > 0 || siteOf(host) !== undefined;
}

/** In any case of letters, as servers read names so (RFC 6265bis, section 5.4). */
function keepsPromise({ key, secure, hostOnly, path, pathIsDefault }: Cookie): boolean {
  if (!/^__(?:host|secure)-/i.test(key)) return true;
  if (!secure || /^__secure-/i.test(key)) return secure;
  return hostOnly === true && path === "/" && pathIsDefault !== true;
}
