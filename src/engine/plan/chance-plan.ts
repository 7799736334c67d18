import { requireBoolean, show } from "../../service/options.ts";
import type { CrawlOptions } from "./crawl-options.ts";

/** What chance is keyed by in a deterministic crawl; undefined in another. */
export function seedOf<Item, To extends string>(
  options: CrawlOptions<Item, To>,
): number | undefined {
  const { deterministic = options.seed !== undefined, seed = 0 } = options;
  requireBoolean("deterministic", deterministic);
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(`Expected "seed" to be a whole number: got ${show(seed)}`);
  }
  if (deterministic) return seed;
  if (options.seed === undefined) return undefined;
  throw new TypeError('Expected "deterministic" to be true with "seed": got false');
}
