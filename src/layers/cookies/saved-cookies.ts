import type { Cookie } from "tough-cookie";

import { keptCookie } from "./kept-cookie.ts";
import { toughCookie } from "./tough-cookie.ts";

/** Reads what a jar was saved as, or throws. What it was is never shown, since it is a secret. */
export function savedCookies(saved: unknown): readonly Cookie[] {
  const isJar = typeof saved === "object" && saved !== null && "cookies" in saved;
  if (!isJar || !Array.isArray(saved.cookies)) throw notSaved("something else");
  return saved.cookies.map(savedCookie);
}

function savedCookie(saved: unknown, at: number): Cookie {
  const cookie = toughCookie().Cookie.fromJSON(saved);
  const domain = cookie?.domain?.replace(/\.$/, "");
  if (!cookie?.key || !domain || cookie.path?.startsWith("/") !== true) {
    throw notSaved(`something else at ${at}`);
  }
  cookie.domain = domain;
  return keptCookie(cookie, cookie.creation instanceof Date ? cookie.creation : new Date(0));
}

function notSaved(got: string): TypeError {
  return new TypeError(
    `Expected "saved" to be { cookies: [{ key, value, domain, path, … }, …] }: got ${got}`,
  );
}
