import type { NotFetchedReason } from "../engine/fates.ts";

/** Whether something went wrong where a URL was not fetched for this reason, and it was not just unwanted. */
export function isWrong(reason: unknown): boolean {
  return wrong.has(reason);
}

const wrong: ReadonlySet<unknown> = new Set<NotFetchedReason>(["failed", "host_down", "refused"]);
