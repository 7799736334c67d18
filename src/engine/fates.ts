import { withoutFragment } from "../http/url/without-fragment.ts";
import type { Frontier } from "./frontier/frontier.ts";

/** Why a URL of a crawl was not fetched. */
export type NotFetchedReason =
  /** It was seen before. */
  | "duplicate"
  /** It is outside `scope`, or `include` and `exclude` leave it out. */
  | "scope"
  /** The robots.txt of its host forbids it. */
  | "robots"
  /** It is further than `maxDepth` from the start. */
  | "depth"
  /** `maxPages`, `maxTimeMs`, `maxBytes`, `maxErrors` or a hard one of `limits` was reached first. */
  | "budget"
  /** Its host had `maxPagesPerHost` already. */
  | "host_budget"
  /** There were `maxPagesPerPattern` like it already. */
  | "pattern_budget"
  /** It looks like one of an endless family. */
  | "trap"
  /** `filter`, `accept` or `onResponse` did not want it. */
  | "filtered"
  /** Another URL had the same body before, and there is a `contentSeen`. */
  | "duplicate_content"
  /** There was no room, and `overflow` is `"reject"`. */
  | "capacity"
  /** The stack refused it for good. */
  | "refused"
  /** Its host had failed `maxHostFailures` times in a row. */
  | "host_down"
  /** It was tried and failed, or the robots.txt of its host was, and could not be read. */
  | "failed"
  /** The crawl was stopped first. */
  | "stopped";

/** What `explain` can answer. `"duplicate"`: another spelling was there first, or it still waits. */
export type Explanation = "fetched" | NotFetchedReason | "unknown";

/** How many URLs are remembered one by one, at least. */
const REMEMBERED = 100_000;

/** Counts the reasons, and knows the fate of the latest URLs; of all, where the frontier does. */
export class Fates {
  readonly #frontier: Pick<Frontier, "fateOf" | "leaveOut">;
  readonly #counts = new Map<NotFetchedReason, { urls: number }>();
  #latest = new Map<string, Explanation>();
  #before = new Map<string, Explanation>();

  constructor(frontier: Pick<Frontier, "fateOf" | "leaveOut"> = {}) {
    this.#frontier = frontier;
  }

  fetched(url: string): void {
    this.#remember(url, "fetched");
  }

  /** A request that had been let in was not fetched. */
  notFetched(url: string, reason: NotFetchedReason): void {
    this.#count(reason);
    this.#remember(url, reason);
  }

  /** A request was not let in. That hides no fate its URL already has, as a duplicate always has. */
  keptOut(url: string, reason: NotFetchedReason, why?: string): void {
    this.#count(reason);
    if (reason === "duplicate" || this.#latestOf(url) !== undefined) return;
    this.#remember(url, reason);
    this.#frontier.leaveOut?.(withoutFragment(url), {
      fate: reason,
      ...(why !== undefined && { why }),
    });
  }

  /** What became of a URL; a fragment does not count. */
  explain(url: string): Explanation | undefined {
    return this.#latestOf(url) ?? this.#frontier.fateOf?.(withoutFragment(url))?.fate;
  }

  counts(): Partial<Record<NotFetchedReason, number>> {
    return Object.fromEntries([...this.#counts].map(([reason, { urls }]) => [reason, urls]));
  }

  #latestOf(url: string): Explanation | undefined {
    const page = withoutFragment(url);
    return this.#latest.get(page) ?? this.#before.get(page);
  }

  #count(reason: NotFetchedReason): void {
    const count = this.#counts.get(reason);
    if (count) count.urls++;
    else this.#counts.set(reason, { urls: 1 });
  }

  #remember(url: string, fate: Explanation): void {
    this.#latest.set(withoutFragment(url), fate);
    if (this.#latest.size < REMEMBERED) return;
    this.#before = this.#latest;
    this.#latest = new Map();
  }
}
