import { crawlEvents, tell } from "../crawl-events.ts";
import type { Fates, NotFetchedReason } from "../fates.ts";
import { DueHeap } from "../frontier/due-heap.ts";
import type { Admission, Awaitable, Frontier } from "../frontier/frontier.ts";
import type { Unwanted } from "../hooks/link-filter.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Party } from "./party.ts";
import type { Quota } from "./quota.ts";
import type { Rules } from "./rules.ts";

/** How a request came to be: only links are held to the rules of the crawl. */
export type Origin = "start" | "link" | "redirect";

/** How somebody waits for room: in which place, and how. */
export interface Place {
  readonly place: number;
  readonly aside: (room: Promise<void>) => Promise<void>;
}

/** What a {@link Gate} is made of. */
export interface GateOptions {
  readonly frontier: Frontier;
  readonly rules: Rules;
  readonly quotas: readonly Quota[];
  /** What the user says of a link that keeps to the rules. @defaultValue all are wanted */
  readonly filter: ((request: CrawlRequest) => Awaitable<Unwanted | undefined>) | undefined;
  readonly fates: Fates;
  /** Whether a request waits for room in a full frontier, or is not fetched. */
  readonly overflow: "wait" | "reject";
  /** Whether the frontier tells a GET without a body from another by their URLs alone. */
  readonly byUrl: boolean;
  /** Called where the frontier fails a link that waited in line. */
  readonly onFailure: (error: unknown) => void;
}

/** The way into the frontier: what may not enter has a reason, what finds no room waits for it. */
export class Gate {
  readonly #options: GateOptions;
  /** Who waits for room, by place. */
  readonly #waiting = new DueHeap<() => void>();
  /** The URLs that wait in line: each once. */
  readonly #lined = new Set<string>();
  #departures = 0;
  #room = 0;
  #isWaking = false;
  #closed: NotFetchedReason | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Lets a request in, or keeps it out and records why, or tells that there is no room. */
  enter(request: CrawlRequest, origin: Origin): Awaitable<"in" | "out" | "full"> {
    const { filter, rules } = this.#options;
    if (!filter || isStart(request, origin) || rules.refusal(request) !== undefined) {
      return this.#try(request, origin);
    }
    const unwanted = filter(request);
    const go = (unwanted: Unwanted | undefined): Awaitable<"in" | "out" | "full"> =>
      unwanted ? this.#keepOut(request, unwanted) : this.#try(request, origin);
    return unwanted instanceof Promise ? unwanted.then(go) : go(unwanted);
  }

  /** Enters a request that found no room, once there is some; the lowest place comes first. */
  async enterLater(request: CrawlRequest, origin: Origin, { place, aside }: Place): Promise<void> {
    for (let waited = false; ; waited = true) {
      const before = this.#departures;
      const where = await this.#try(request, origin);
      // The room that woke us is for another, since we did not take it.
      if (where === "out" && waited) this.#wake(1);
      if (where !== "full") return;
      if (before === this.#departures) await aside(this.#whenRoom(place));
    }
  }

  /** Has a link that found no room wait in line, so that its page need not. */
  line(request: CrawlRequest, party: Party): void {
    if (this.#isPlain(request)) {
      if (this.#lined.has(request.url)) {
        this.#record(request, "duplicate");
        return;
      }
      this.#lined.add(request.url);
    }
    party.join();
    this.#waiting.push(party.place, () => this.#tryAgain(request, party));
  }

  /** Tells that `count` requests have left the frontier. */
  makeRoom(count: number): void {
    this.#departures += count;
    this.#wake(count);
  }

  /**
   * From now on nobody waits: what finds no room is not fetched, for this reason.
   *
   * The others still enter, though nothing is taken any more, as a durable frontier keeps them.
   */
  close(reason: NotFetchedReason): void {
    this.#closed ??= reason;
    this.#departures++;
    this.#wake(Infinity);
  }

  #whenRoom(place: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(place, resolve));
  }

  /** Lets the first in line try, one for each room there is; it may find that it needs none. */
  #wake(count: number): void {
    this.#room += count;
    if (this.#isWaking) return;
    this.#isWaking = true;
    while (this.#room > 0 && this.#waiting.size > 0) {
      this.#room--;
      this.#waiting.popDue(Infinity)?.();
    }
    this.#room = 0;
    this.#isWaking = false;
  }

  #tryAgain(request: CrawlRequest, party: Party): void {
    const before = this.#departures;
    const leave = (): void => {
      if (this.#isPlain(request)) this.#lined.delete(request.url);
      party.leave();
    };
    const tried = (where: "in" | "out" | "full"): void => {
      if (where !== "full") leave();
      else this.#waiting.push(party.place, () => this.#tryAgain(request, party));
      // The room is for another, or some was made meanwhile.
      if (where === "out" || (where === "full" && before !== this.#departures)) this.#wake(1);
    };
    const failed = (error: unknown): void => {
      leave();
      this.#options.onFailure(error);
    };
    try {
      const where = this.#try(request, "link");
      if (where instanceof Promise) where.then(tried, failed);
      else tried(where);
    } catch (error) {
      failed(error);
    }
  }

  #try(request: CrawlRequest, origin: Origin): Awaitable<"in" | "out" | "full"> {
    const { quotas } = this.#options;
    const refusal = this.#refusal(request, origin);
    if (refusal) return this.#record(request, refusal);
    for (const quota of quotas) quota.enter(request);
    const admission = this.#add(request);
    if (!(admission instanceof Promise)) return this.#admitted(request, admission);
    return admission.then((admission) => this.#admitted(request, admission));
  }

  #admitted(request: CrawlRequest, admission: Admission): "in" | "out" | "full" {
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

  #add(request: CrawlRequest): Awaitable<Admission> {
    const admissions = this.#options.frontier.add([request]);
    if (admissions instanceof Promise) return admissions.then(([first = "rejected"]) => first);
    return admissions[0] ?? "rejected";
  }

  #record(request: CrawlRequest, admission: "rejected" | NotFetchedReason): "out" | "full" {
    const isFull = admission === "rejected";
    if (isFull && !this.#closed && this.#options.overflow === "wait") return "full";
    return this.#keepOut(request, { reason: isFull ? (this.#closed ?? "capacity") : admission });
  }

  #keepOut({ url }: CrawlRequest, unwanted: Unwanted): "out" {
    this.#options.fates.keptOut(url, unwanted.reason, unwanted.why);
    if (crawlEvents.hasSubscribers) tell("notFetched", url, { ...unwanted });
    return "out";
  }

  /** Whether all there is to a request is its URL, so that another of that URL is the same. */
  #isPlain({ body, dontFilter, method }: CrawlRequest): boolean {
    return this.#options.byUrl && method === "GET" && body === undefined && !dontFilter;
  }
}

/** Whether a request is one that the crawl was told to start from, or where that redirects. */
function isStart({ depth, listed }: CrawlRequest, origin: Origin): boolean {
  return origin === "start" || (origin === "redirect" && depth === 0 && !listed);
}
