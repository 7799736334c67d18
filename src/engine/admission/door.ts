import { crawlEvents, tell } from "../crawl-events.ts";
import type { Fates, NotFetchedReason } from "../fates.ts";
import type { Admission, Awaitable, Frontier } from "../frontier/frontier.ts";
import type { Unwanted } from "../hooks/link-filter.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Quota } from "./quota.ts";
import type { Rules } from "./rules.ts";

/** How a request came to be: only links are held to the rules of the crawl. */
export type Origin = "start" | "link" | "redirect";

/** What became of a request that came to the door: where there is no room, it may come again. */
export type Entry = "in" | "out" | "full";

/** What a {@link Door} is made of. */
export interface DoorOptions {
  readonly frontier: Frontier;
  readonly rules: Rules;
  readonly quotas: readonly Quota[];
  /** What the user says of a link that keeps to the rules. @defaultValue all are wanted */
  readonly filter: ((request: CrawlRequest) => Awaitable<Unwanted | undefined>) | undefined;
  readonly fates: Fates;
  /** Whether a request waits for room in a full frontier, or is not fetched. */
  readonly overflow: "wait" | "reject";
}

/** Tells of a request whether it enters the frontier now. What may not has a reason, which it records. */
export class Door {
  readonly #options: DoorOptions;
  #closed: NotFetchedReason | undefined;

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  /** Of one that comes for the first time, which the filter is asked about. */
  ask(request: CrawlRequest, origin: Origin): Awaitable<Entry> {
    const { filter, rules } = this.#options;
    if (!filter || isStart(request, origin) || rules.refusal(request) !== undefined) {
      return this.enter(request, origin);
    }
    const unwanted = filter(request);
    const go = (unwanted: Unwanted | undefined): Awaitable<Entry> =>
      unwanted ? this.keepOut(request, unwanted) : this.enter(request, origin);
    return unwanted instanceof Promise ? unwanted.then(go) : go(unwanted);
  }

  /** From now on what finds no room is not fetched, for this reason. */
  close(reason: NotFetchedReason): void {
    this.#closed ??= reason;
  }

  /** Of one that the filter was asked about. `"beyond"`: even where there is no room, if the frontier can. */
  enter(request: CrawlRequest, origin: Origin, how?: "beyond"): Awaitable<Entry> {
    const { quotas } = this.#options;
    const refusal = this.#refusal(request, origin);
    if (refusal) return this.#record(request, refusal);
    for (const quota of quotas) quota.enter(request);
    const admission = this.#add(request, how);
    if (!(admission instanceof Promise)) return this.#admitted(request, admission);
    return admission.then((admission) => this.#admitted(request, admission));
  }

  #admitted(request: CrawlRequest, admission: Admission): Entry {
    if (admission === "admitted") return "in";
    for (const quota of this.#options.quotas) quota.leave(request);
    return this.#record(request, admission);
  }

  #refusal(request: CrawlRequest, origin: Origin): NotFetchedReason | undefined {
    const { rules } = this.#options;
    if (!isStart(request, origin)) return rules.refusal(request) ?? this.#beyondQuota(request);
    rules.start(request.url);
    return undefined;
  }

  #beyondQuota(request: CrawlRequest): NotFetchedReason | undefined {
    const { frontier, quotas } = this.#options;
    for (const quota of quotas) {
      const reason = quota.refusal(request);
      // One that was seen needs no place, and is not kept out for want of it.
      const isSeen = reason && !request.dontFilter && frontier.hasSeen?.(request) === true;
      if (reason) return isSeen ? "duplicate" : reason;
    }
    return undefined;
  }

  #add(request: CrawlRequest, how?: "beyond"): Awaitable<Admission> {
    const { frontier } = this.#options;
    if (how && frontier.overdraw) return frontier.overdraw(request);
    const admissions = frontier.add([request]);
    if (admissions instanceof Promise) return admissions.then(([first = "rejected"]) => first);
    return admissions[0] ?? "rejected";
  }

  #record(request: CrawlRequest, admission: "rejected" | NotFetchedReason): "out" | "full" {
    const isFull = admission === "rejected";
    if (isFull && !this.#closed && this.#options.overflow === "wait") return "full";
    return this.keepOut(request, { reason: isFull ? (this.#closed ?? "capacity") : admission });
  }

  keepOut({ url }: CrawlRequest, unwanted: Unwanted): "out" {
    this.#options.fates.keptOut(url, unwanted.reason, unwanted.why);
    if (crawlEvents.hasSubscribers) tell("notFetched", url, { ...unwanted });
    return "out";
  }
}

/** Whether a request is one that the crawl was told to start from, or where that redirects. */
function isStart({ depth, listed }: CrawlRequest, origin: Origin): boolean {
  return origin === "start" || (origin === "redirect" && depth === 0 && !listed);
}
