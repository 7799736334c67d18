import { show } from "../../service/options.ts";

/** Throws a `RangeError` unless this is a mode of a cache. */
export function requireMode(mode: string): void {
  if (mode === "crawl" || mode === "http") return;
  throw new RangeError(`Expected "mode" to be "crawl" or "http": got ${show(mode)}`);
}
