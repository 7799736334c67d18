import type { SerializedCookie } from "tough-cookie";

import { systemClock } from "../../service/clock.ts";
import { requireOptions, requireWhole } from "../../service/options.ts";
import type { CookieExchange, CookieJar } from "./cookie-jar.ts";
import { CookieSites } from "./cookie-sites.ts";
import { cookieTarget, isSentTo, shadows } from "./cookie-target.ts";
import { receivedCookie } from "./received-cookie.ts";
import { savedCookies } from "./saved-cookies.ts";
import { toughCookie } from "./tough-cookie.ts";

/** Options of a {@link MemoryCookieJar}. */
export interface MemoryCookieJarOptions {
  /** Cookies that are kept. @defaultValue 10,000 */
  readonly maxCookies?: number;
  /** Of them, those of one site with all its subdomains. @defaultValue 180 */
  readonly maxPerSite?: number;
}

/** What a {@link MemoryCookieJar} is saved as. It is a secret. */
export interface SavedCookies {
  /** As tough-cookie writes and reads them. */
  readonly cookies: readonly SerializedCookie[];
}

/**
 * Keeps cookies in memory, by the rules of RFC 6265 as tough-cookie has them, and of browsers.
 *
 * **Whose they are.** A cookie is for its host alone, or, by its Domain, for the hosts below, never for a
 * public suffix such as `co.uk` or `github.io`, nor for a part of an IP address; whatever the port, and
 * the dot that may end a host.
 * Paths match by whole segments, as the URL has them or decoded.
 * `Secure` ones are set and sent over https only, and at a loopback address; without TLS none takes the
 * place of one. `__Secure-` and `__Host-`, in any case, keep their promise. `HttpOnly` ones are sent, for nothing here
 * is a script; so are all by `SameSite`, as if each URL were typed into the address bar.
 *
 * **How long.** `Max-Age` counts before `Expires`; an end in the past removes a cookie. One without
 * either lasts as long as the jar, saved and loaded too. Time is that of the stack.
 *
 * **How many.** A name and value longer than 4,096 characters, a path longer than 1,024 and what is no
 * cookie are refused. Beyond `maxPerSite` the cookie of the site that was set longest ago gives way,
 * beyond `maxCookies` one of the site that was asked longest ago.
 *
 * `JSON.stringify(jar)` saves it, session cookies too, and {@link MemoryCookieJar.fromJSON} loads it, in
 * the format of tough-cookie. What was saved is a secret; a jar that is inspected or logged shows none.
 *
 * @example
 * ```ts
 * const jar = MemoryCookieJar.fromJSON(JSON.parse(await readFile("cookies.json", "utf8")));
 * await using http = httpStack({ cookies: jar }).service();
 * await http.call({ url: "https://example.com/account" });
 * await writeFile("cookies.json", JSON.stringify(jar), { mode: 0o600 });
 * ```
 */
export class MemoryCookieJar implements CookieJar {
  readonly #sites: CookieSites;

  constructor(options: MemoryCookieJarOptions = {}) {
    requireOptions("MemoryCookieJar", options, { maxCookies: true, maxPerSite: true });
    const { maxCookies = 10_000, maxPerSite = 180 } = options;
    requireWhole("maxCookies", maxCookies, 1);
    requireWhole("maxPerSite", maxPerSite, 1);
    this.#sites = new CookieSites({ maxCookies, maxPerSite });
  }

  /** A jar of what was saved, or a `TypeError` where no `setCookie` would have taken it. */
  static fromJSON(saved: unknown, options?: MemoryCookieJarOptions): MemoryCookieJar {
    const jar = new MemoryCookieJar(options);
    for (const cookie of savedCookies(saved)) jar.#sites.put(cookie, -Infinity);
    return jar;
  }

  /** Cookies that are kept. */
  get size(): number {
    return this.#sites.size;
  }

  /** The value of the Cookie header for a URL: longer paths first, then older cookies. */
  getCookieString(url: string, { now = today() }: Partial<CookieExchange> = {}): string {
    if (this.#sites.size === 0) return "";
    const target = cookieTarget(new URL(url));
    return this.#sites
      .of(target.host, now.getTime())
      .filter((cookie) => isSentTo(cookie, target))
      .toSorted(toughCookie().cookieCompare)
      .map((cookie) => cookie.cookieString())
      .join("; ");
  }

  /** Takes a Set-Cookie header that came from a URL. Throws where it does not. */
  setCookie(header: string, url: string, { now = today() }: Partial<CookieExchange> = {}): void {
    const source = new URL(url);
    const cookie = receivedCookie(header, source, now);
    const { host, secure } = cookieTarget(source);
    const before = secure ? [] : this.#sites.of(host, now.getTime());
    if (before.some((other) => shadows(cookie, other))) {
      throw new TypeError("Expected TLS to set a cookie in front of one that was set with it");
    }
    this.#sites.put(cookie, now.getTime());
  }

  /** What `JSON.stringify` writes. */
  toJSON(): SavedCookies {
    return { cookies: this.#sites.all().map((cookie) => cookie.toJSON()) };
  }
}

function today(): Date {
  return new Date(systemClock.wallMs());
}
