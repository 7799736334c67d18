/** What a {@link CookieJar} is told of an exchange. */
export interface CookieExchange {
  /** When it takes place, as the clock of the stack reads: what expires counts from it. */
  readonly now: Date;
  /** That it is HTTP and no script which asks, so that `HttpOnly` cookies count. */
  readonly http: true;
}

/**
 * Where cookies are kept: a {@link MemoryCookieJar}, the `CookieJar` of tough-cookie, or your own.
 *
 * A jar decides which cookie is sent where, so it is the jar that keeps one host from the secrets of another.
 */
export interface CookieJar {
  /** The value of the Cookie header for a URL; empty if there is none to send. */
  readonly getCookieString: (url: string, exchange: CookieExchange) => string | PromiseLike<string>;
  /** Takes one Set-Cookie header that came from a URL. Throws or rejects where it does not. */
  readonly setCookie: (cookie: string, url: string, exchange: CookieExchange) => unknown;
}
