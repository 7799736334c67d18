import { crawlEvents, tell } from "./crawl-events.ts";
import type { CrawlRequest } from "./crawl-request.ts";
import { DueHeap } from "./due-heap.ts";
import type { Fates, NotFetchedReason } from "./fates.ts";
import type { Admission, Awaitable, Frontier } from "./frontier.ts";
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
  readonly fates: Fates;
  /** Whether a request waits for room in a full frontier, or is not fetched. */
  readonly overflow: "wait" | "reject";
}

/** The way into the frontier: what may not enter has a reason, what finds no room waits for it. */
export class Gate {
  readonly #options: GateOptions;
  /** Who waits for room, by place. */
  readonly #waiting = new DueHeap<() => void>();
  #departures = 0;
  #closed: NotFetchedReason | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Lets a request in, or keeps it out and records why, or tells that there is no room. */
  enter(request: CrawlRequest, origin: Origin): Awaitable<"in" | "out" | "full"> {
    const admission = this.#refusal(request, origin) ?? this.#add(request);
    if (!(admission instanceof Promise)) return this.#record(request, admission);
    return admission.then((admission) => this.#record(request, admission));
  }

  /** Enters a request that found no room, once there is some; the lowest place comes first. */
  async enterLater(request: CrawlRequest, origin: Origin, { place, aside }: Place): Promise<void> {
    for (let waited = false; ; waited = true) {
      const before = this.#departures;
      const where = await this.enter(request, origin);
      // The room that woke us is for another, since we did not take it.
      if (where === "out" && waited) this.#wake(1);
      if (where !== "full") return;
      if (before === this.#departures) await aside(this.#room(place));
    }
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

  #room(place: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(place, resolve));
  }

  #wake(count: number): void {
    for (let left = Math.min(count, this.#waiting.size); left > 0; left--) {
      this.#waiting.popDue(Infinity)?.();
    }
  }

  #refusal(request: CrawlRequest, origin: Origin): NotFetchedReason | undefined {
    const { rules } = this.#options;
    const isStart = origin === "start" || (origin === "redirect" && request.depth === 0);
    if (!isStart) return rules.refusal(request);
    rules.start(request.url);
    return undefined;
  }

  #add(request: CrawlRequest): Awaitable<Admission> {
    const admissions = this.#options.frontier.add([request]);
    if (admissions instanceof Promise) return admissions.then(([first = "rejected"]) => first);
    return admissions[0] ?? "rejected";
  }

  #record(request: CrawlRequest, admission: Admission | NotFetchedReason): "in" | "out" | "full" {
    if (admission === "admitted") return "in";
    const isFull = admission === "rejected";
    if (isFull && !this.#closed && this.#options.overflow === "wait") return "full";
    const reason = isFull ? (this.#closed ?? "capacity") : admission;
    this.#options.fates.keptOut(request.url, reason);
    if (crawlEvents.hasSubscribers) tell("notFetched", request.url, { reason });
    return "out";
  }
}
