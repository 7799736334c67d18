import { ClosedError } from "../service/errors.ts";
import { settle } from "../service/outcome.ts";
import type { Scope } from "../service/scope.ts";
import { tell } from "./crawl-events.ts";
import type { NotFetchedReason } from "./fates.ts";
import { type LeaseParts, LeaseWork } from "./lease-work.ts";
import type { CrawlRequest } from "./page/crawl-request.ts";

/** What a {@link CrawlLoop} is made of. */
export interface CrawlLoopParts<Item> extends LeaseParts<Item> {
  readonly concurrency: number;
  readonly maxPages: number;
}

/** Takes requests while there are workers and pages left to fetch, until nothing can come any more. */
export class CrawlLoop<Item> {
  readonly #parts: CrawlLoopParts<Item>;
  readonly #work: LeaseWork<Item>;
  readonly #waiting: Scope;
  #feeding = true;
  /** Whether it is its own affair to go on feeding, not that of who makes the start URLs. */
  #entering = false;
  #closed: NotFetchedReason | undefined;

  constructor(parts: CrawlLoopParts<Item>) {
    this.#parts = parts;
    this.#work = new LeaseWork(parts);
    this.#waiting = parts.context.scope();
  }

  /** Calls under way. */
  get inFlight(): number {
    return this.#work.calls;
  }

  /** Why it takes no more; undefined while it does. */
  get closed(): NotFetchedReason | undefined {
    return this.#closed;
  }

  /** Takes no more, for this reason; what is under way goes on. */
  close(reason: NotFetchedReason): void {
    if (this.#closed) return;
    this.#closed = reason;
    this.#parts.gate.close(reason);
    this.#waiting.abort(new ClosedError("The crawl takes no more"));
    this.#work.changed.wake();
  }

  /**
   * Resolves when nothing is left to do, or when all that was under way at {@link close} has ended.
   * It never rejects.
   */
  async run(start: AsyncIterable<CrawlRequest> | readonly CrawlRequest[]): Promise<void> {
    const { onFailure } = this.#parts;
    void this.#feed(start);
    try {
      while (await this.#turn());
    } catch (error) {
      onFailure(error);
    }
    while (this.#work.inHand > 0 || this.#entering) await this.#work.changed.wait();
    this.#waiting[Symbol.dispose]();
    await this.#leave().catch(onFailure);
  }

  /** Takes what there are workers for, or waits for a change. False when it is over. */
  async #turn(): Promise<boolean> {
    const { concurrency, context, frontier, gate } = this.#parts;
    const free = Math.min(concurrency - this.#work.working, this.#budget());
    if (this.#closed !== undefined) return false;
    if (free <= 0) {
      await this.#work.changed.wait();
      return true;
    }
    const leases = await frontier.take(free, context.clock.now());
    for (const lease of leases) {
      void (this.#closed === undefined ? this.#work.serve(lease) : this.#work.giveBack(lease));
    }
    gate.makeRoom(leases.length);
    return leases.length > 0 || this.#wait();
  }

  /** Pages that may still be fetched. When none is left, the crawl takes no more. */
  #budget(): number {
    const { counters, maxPages } = this.#parts;
    if (counters.pages >= maxPages) this.close("budget");
    return maxPages - counters.pages - this.#work.calls;
  }

  /** Waits for something to take. False when nothing can come any more. */
  async #wait(): Promise<boolean> {
    const { pending, leased } = this.#parts.frontier.stats();
    if (pending + leased > 0) await this.#whenReady();
    else if (this.#feeding || this.#work.inHand > 0) await this.#work.changed.wait();
    else return false;
    return true;
  }

  async #whenReady(): Promise<void> {
    const { context } = this.#waiting;
    const ready = await settle(this.#parts.frontier.whenReady(context));
    if (!ready.ok && !context.aborted) throw ready.error;
  }

  /** Puts the start URLs in. Once closed it pulls no more, but all of a list have a reason. */
  async #feed(start: AsyncIterable<CrawlRequest> | readonly CrawlRequest[]): Promise<void> {
    const { gate, onFailure } = this.#parts;
    const isList = Array.isArray(start);
    this.#entering = isList;
    try {
      for await (const request of start) {
        this.#entering = true;
        const where = await gate.enter(request, "start");
        this.#work.changed.wake();
        if (where === "full") {
          await gate.enterLater(request, "start", { place: -1, aside: (room) => room });
        }
        if (this.#closed !== undefined && !isList) break;
        this.#entering = isList;
      }
    } catch (error) {
      onFailure(error);
    }
    this.#feeding = false;
    this.#entering = false;
    this.#work.changed.wake();
  }

  /** Gives what is left a reason, and hands back to the frontier what was cut short. */
  async #leave(): Promise<void> {
    const { fates, frontier } = this.#parts;
    for (const { url } of frontier.pending?.() ?? []) {
      const reason = this.#closed ?? "stopped";
      fates.notFetched(url, reason);
      tell("notFetched", url, { reason });
    }
    await this.#work.giveBackCut();
  }
}
