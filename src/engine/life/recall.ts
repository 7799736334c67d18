import type { Quota } from "../admission/quota.ts";
import type { Rules } from "../admission/rules.ts";
import type { Frontier } from "../frontier/frontier.ts";

/** What a crawl learns from those before it that had the same frontier. */
export interface RecallParts {
  readonly frontier: Frontier;
  readonly rules: Rules;
  readonly quotas: readonly Quota[];
}

/** Brings back into scope where start URLs had led, and counts what was let in against the quotas. */
export function recall({ frontier, rules, quotas }: RecallParts): void {
  const past = frontier.past?.(quotas.length > 0 ? "all" : "starts") ?? [];
  for (const { request, state } of past) {
    if (request.depth === 0 && !request.listed) rules.start(request.url);
    for (const quota of quotas) {
      if (state === "page") quota.recall(request);
      else if (state === "waits") quota.enter(request);
    }
  }
}
