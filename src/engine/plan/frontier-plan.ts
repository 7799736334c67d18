import { requireMethods } from "../../service/options.ts";
import { seededOrder } from "../deterministic/seeded-order.ts";
import { fingerprintBy, type RequestFingerprint } from "../frontier/fingerprint.ts";
import type { Frontier } from "../frontier/frontier.ts";
import { MemoryFrontier, type MemoryFrontierOptions } from "../frontier/memory-frontier.ts";
import type { CrawlOptions } from "./crawl-options.ts";
import { requireUnheard } from "./plan-checks.ts";

const methods = ["add", "take", "fetched", "settle", "hold", "whenReady", "stats"] as const;

/** The frontier of a crawl: one of the user's own, which hears of nothing here, or a new one. */
export function frontierOf<Item, To extends string>(options: CrawlOptions<Item, To>): Frontier {
  const { frontier } = options;
  const told = toldOf(options);
  if (frontier === undefined) {
    const { maxPending = 10_000 } = told;
    const order = options.seed === undefined ? {} : seededOrder(options.seed, told);
    return new MemoryFrontier({ ...told, ...order, maxPending });
  }
  requireMethods("frontier", frontier, methods);
  requireUnheard({ ...told });
  return frontier;
}

/** How the frontier tells one request from another, as far as the crawl made it. */
export function fingerprintOf<Item, To extends string>(
  options: CrawlOptions<Item, To>,
): RequestFingerprint | undefined {
  if (options.frontier !== undefined) return undefined;
  const { fingerprint, key } = toldOf(options);
  return fingerprintBy(key, fingerprint);
}

/** What the frontier is told. What the user made as methods stays such. */
function toldOf<Item, To extends string>(options: CrawlOptions<Item, To>): MemoryFrontierOptions {
  const { fingerprint, forgetFailed, key, maxPending, maxSeen, order, perHost, score } = options;
  return {
    perHost,
    maxPending,
    maxSeen,
    forgetFailed,
    key,
    order,
    fingerprint: typeof fingerprint === "function" ? fingerprint.bind(options) : fingerprint,
    score: typeof score === "function" ? score.bind(options) : score,
  };
}
