import { show } from "../service/options.ts";
import { InvalidRequestError } from "./errors.ts";
import type { CacheUse, HttpRequest } from "./message.ts";

const uses: ReadonlySet<CacheUse> = new Set([
  "default",
  "no-cache",
  "reload",
  "no-store",
  "force-cache",
  "only-if-cached",
  "offline",
]);

/** Throws a `RangeError` unless this is how requests can use a cache. */
export function requireUse(use: CacheUse): void {
  if (!uses.has(use)) throw new RangeError(expected("use", use));
}

/** The same of one request, which else is no request. */
export function requireUseOf({ cache }: HttpRequest): void {
  if (cache !== undefined && !uses.has(cache))
    throw new InvalidRequestError(expected("cache", cache));
}

function expected(name: string, use: unknown): string {
  return `Expected "${name}" to be one of ${[...uses].join(", ")}: got ${show(use)}`;
}
