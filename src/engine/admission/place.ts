import type { NotFetchedReason } from "../fates.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Quota } from "./quota.ts";

/** Where the call of a request stands with the quotas. */
export type Place =
  | "free"
  /** All that may give a page are under way: it can be asked again when one has ended. */
  | { readonly freed: Promise<void> }
  /** There are all pages already. */
  | { readonly reason: NotFetchedReason };

/** Whether the call of a request may begin; those that the crawl starts from always may. */
export function placeOf(request: CrawlRequest, quotas: readonly Quota[]): Place {
  if (request.depth === 0 && !request.listed) return "free";
  for (const quota of quotas) {
    const reason = quota.used(request);
    if (reason) return { reason };
  }
  const full = quotas.find((quota) => !quota.hasPlace(request));
  return full ? { freed: full.freed(request) } : "free";
}
