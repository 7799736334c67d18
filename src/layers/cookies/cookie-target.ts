import type { Cookie } from "tough-cookie";

import { toughCookie } from "./tough-cookie.ts";

/** What of a URL decides about cookies. */
export interface CookieTarget {
  /** In lower case, an IPv6 address without brackets. */
  readonly host: string;
  /** As it is written, and decoded. */
  readonly paths: readonly string[];
  /** Whether nobody on the way can read along: https, or the machine itself. */
  readonly secure: boolean;
}

const loopback = /^(?:127(?:\.\d+){3}|\[::1\]|(?:.*\.)?localhost)$/;

/** A URL whose host is without the dot that may end it, since that is the same host. */
export function withoutDot(url: URL): URL {
  if (!url.hostname.endsWith(".")) return url;
  const same = new URL(url);
  same.hostname = url.hostname.slice(0, -1);
  return same;
}

/** What of a URL decides about cookies. */
export function cookieTarget(url: URL): CookieTarget {
  const { hostname, pathname, protocol } = withoutDot(url);
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  const secure = protocol === "https:" || loopback.test(hostname);
  return { host, paths: [pathname, decodedPath(pathname)], secure };
}

/** Whether a cookie is to be sent there (RFC 6265, section 5.4). */
export function isSentTo(cookie: Cookie, { host, paths, secure }: CookieTarget): boolean {
  const { domain, hostOnly } = cookie;
  const { domainMatch, pathMatch } = toughCookie();
  const isOfHost = domain === host || (hostOnly !== true && domainMatch(host, domain ?? "", false));
  if (isOfHost !== true || (cookie.secure && !secure)) return false;
  return paths.some((path) => pathMatch(path, cookie.path ?? "/"));
}

/** Whether a cookie set without TLS would stand in front of one that was set with it. */
export function shadows(cookie: Cookie, other: Cookie): boolean {
  if (cookie.key !== other.key || !other.secure) return false;
  const { domainMatch, pathMatch } = toughCookie();
  const [domain, othersDomain] = [cookie.domain ?? "", other.domain ?? ""];
  return (
    (domainMatch(domain, othersDomain, false) === true ||
      domainMatch(othersDomain, domain, false) === true) &&
    pathMatch(cookie.path ?? "/", other.path ?? "/")
  );
}

function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
