import type { Cookie } from "tough-cookie";

import { siteOf } from "./cookie-site.ts";

/** How many cookies are kept. */
export interface CookieLimits {
  /** Of all sites. */
  readonly maxCookies: number;
  /** Of one site with its subdomains. */
  readonly maxPerSite: number;
}

/** Cookies by the site that they are of, no more than the limits allow. */
export class CookieSites {
  readonly #limits: CookieLimits;
  readonly #sites = new Map<string, Map<string, Cookie>>(); // sites by last use, cookies by last setting
  #size = 0;

  constructor(limits: CookieLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /** All cookies, in the order in which they were set first. */
  all(): readonly Cookie[] {
    const all: Cookie[] = [];
    for (const cookies of this.#sites.values()) all.push(...cookies.values());
    return all.toSorted((a, b) => (a.creationIndex ?? 0) - (b.creationIndex ?? 0));
  }

  /** The cookies of the site that a host is part of, less those that have ended. */
  of(host: string, nowMs: number): readonly Cookie[] {
    const found = this.#find(host);
    if (!found) return [];
    const [site, cookies] = found;
    this.#sites.delete(site);
    this.#sites.set(site, cookies);
    return [...cookies.values()].filter((cookie) => {
      if (!hasEnded(cookie, nowMs)) return true;
      this.#remove(site, idOf(cookie));
      return false;
    });
  }

  /** Keeps a cookie in the place of the one that it renews; one that has ended ends that. */
  put(cookie: Cookie, nowMs: number): void {
    const site = siteOf(cookie.domain ?? "") ?? cookie.domain ?? "";
    const id = idOf(cookie);
    const before = this.#sites.get(site)?.get(id);
    if (before) {
      cookie.creation = before.creation;
      cookie.creationIndex = before.creationIndex;
      this.#remove(site, id);
    }
    if (!hasEnded(cookie, nowMs)) this.#add(site, id, cookie);
  }

  #add(site: string, id: string, cookie: Cookie): void {
    const cookies = this.#sites.get(site) ?? new Map<string, Cookie>();
    this.#sites.delete(site);
    this.#sites.set(site, cookies.set(id, cookie));
    this.#size++;
    if (cookies.size > this.#limits.maxPerSite) this.#removeOldest(site, cookies);
    const [unused] = this.#sites;
    if (unused && this.#size > this.#limits.maxCookies) this.#removeOldest(...unused);
  }

  /** No part of a host before its site is one, so that the first that is known is the site. */
  #find(host: string): readonly [string, Map<string, Cookie>] | undefined {
    for (let site = host; ; site = site.slice(site.indexOf(".") + 1)) {
      const cookies = this.#sites.get(site);
      if (cookies) return [site, cookies];
      if (!site.includes(".")) return undefined;
    }
  }

  #removeOldest(site: string, cookies: ReadonlyMap<string, Cookie>): void {
    const [oldest] = cookies.keys();
    if (oldest !== undefined) this.#remove(site, oldest);
  }

  #remove(site: string, id: string): void {
    const cookies = this.#sites.get(site);
    if (!cookies?.delete(id)) return;
    this.#size--;
    if (cookies.size === 0) this.#sites.delete(site);
  }
}

function hasEnded({ expires }: Cookie, nowMs: number): boolean {
  return expires instanceof Date && expires.getTime() <= nowMs;
}

/** What a cookie must share with another to renew it (RFC 6265, section 5.3, step 11). */
function idOf({ domain, path, key }: Cookie): string {
  return JSON.stringify([domain, path, key]);
}
