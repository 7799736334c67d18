import { show } from "../service/options.ts";

/** Throws unless a `key` function, which the user has written, answered with a text. */
export function requireKey(key: unknown): void {
  if (typeof key === "string") return;
  throw new TypeError(`Expected "key" to return a string: got ${show(key)}`);
}
