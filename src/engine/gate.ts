import { tell } from "./crawl-events.ts";
import type { CrawlRequest } from "./crawl-request.ts";
import type { Fates, NotFetchedReason } from "./fates.ts";
import type { Frontier } from "./frontier.ts";
import type { Rules } from "./rules.ts";
import { Signal } from "./signal.ts";

/** How a request came to be: only links are held to the rules of the crawl. */
export type Origin = "start" | "link" | "redirect";

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
  readonly #room = new Signal();
  #departures = 0;
  #closed: NotFetchedReason | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /**
   * Lets a request in, or records why not. Where there is no room it waits, inside of `aside`.
   *
   * A redirect back to a link of its own chain is no duplicate, since it may set a cookie.
   */
  async enter(
    request: CrawlRequest,
    origin: Origin,
    aside: (wait: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    for (let waited = false; ; waited = true) {
      const before = this.#departures;
      const refusal = this.#refusal(request, origin) ?? (await this.#add(request));
      if (refusal !== undefined && refusal !== "full") this.#keepOut(request, refusal);
      // The room that woke us is for another if we did not take it.
      if (waited && refusal !== undefined && refusal !== "full") this.#room.wake(1);
      if (refusal !== "full") return;
      if (this.#departures === before) await aside(() => this.#room.wait());
    }
  }

  /** Tells that `count` requests have left the frontier. */
  makeRoom(count: number): void {
    this.#departures += count;
    this.#room.wake(count);
  }

  /** From now on nothing enters, for this reason. */
  close(reason: NotFetchedReason): void {
    this.#closed ??= reason;
    this.#departures++;
    this.#room.wake();
  }

  #refusal(request: CrawlRequest, origin: Origin): NotFetchedReason | undefined {
    if (this.#closed) return this.#closed;
    const { rules } = this.#options;
    const isStart = origin === "start" || (origin === "redirect" && request.depth === 0);
    if (!isStart) return rules.refusal(request);
    rules.start(request.url);
    return undefined;
  }

  async #add(request: CrawlRequest): Promise<NotFetchedReason | "full" | undefined> {
    const { frontier, overflow } = this.#options;
    const force = request.redirects.includes(request.url);
    const [admission] = await frontier.add([request], { force });
    if (admission === "duplicate") return "duplicate";
    if (admission === "admitted") return undefined;
    return overflow === "wait" ? "full" : "capacity";
  }

  #keepOut(request: CrawlRequest, reason: NotFetchedReason): void {
    this.#options.fates.notFetched(request.url, reason);
    tell("notFetched", request.url, { reason });
  }
}
