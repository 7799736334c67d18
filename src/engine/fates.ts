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
  /** `maxPages` was reached first. */
  | "budget"
  /** It looks like one of an endless family. */
  | "trap"
  /** There was no room, and `overflow` is `"reject"`. */
  | "capacity"
  /** The stack refused it for good. */
  | "refused"
  /** It was tried and failed. */
  | "failed"
  /** The crawl was stopped first. */
  | "stopped";

/** What `explain` can answer. */
export type Explanation = "fetched" | NotFetchedReason | "unknown";

/** How many URLs are remembered one by one. */
const REMEMBERED = 100_000;

/** Counts the reasons, and knows the fate of the latest URLs. */
export class Fates {
  readonly #counts = new Map<NotFetchedReason, number>();
  readonly #fates = new Map<string, Explanation>();
  #oldest: Iterator<string> | undefined;

  fetched(url: string): void {
    this.#remember(url, "fetched");
  }

  notFetched(url: string, reason: NotFetchedReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    const known = this.#fates.has(url);
    if (reason !== "duplicate" || !known) this.#remember(url, reason);
  }

  explain(url: string): Explanation {
    return this.#fates.get(url) ?? "unknown";
  }

  counts(): Partial<Record<NotFetchedReason, number>> {
    return Object.fromEntries(this.#counts);
  }

  #remember(url: string, fate: Explanation): void {
    this.#fates.set(url, fate);
    if (this.#fates.size <= REMEMBERED) return;
    this.#oldest ??= this.#fates.keys();
    const { value, done } = this.#oldest.next();
    if (done !== true) this.#fates.delete(value);
  }
}
