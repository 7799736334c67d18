import { ClosedError } from "../service/errors.ts";
import { settle } from "../service/outcome.ts";
import type { Scope } from "../service/scope.ts";
import type { CallerParts } from "./caller.ts";
import { tell } from "./crawl-events.ts";
import type { StopReason } from "./crawl-stats.ts";
import { Lockstep } from "./deterministic/lockstep.ts";
import type { NotFetchedReason } from "./fates.ts";
import { FreeTurns } from "./free-turns.ts";
import { LeaseWork } from "./lease-work.ts";
import type { LimitsPlan } from "./monitor/crawl-limits.ts";
import { Monitor } from "./monitor/monitor.ts";
import { Workers } from "./monitor/workers.ts";
import type { CrawlRequest } from "./page/crawl-request.ts";
import type { Turns, TurnsParts } from "./turns.ts";

/** What a {@link CrawlLoop} is made of. */
export interface CrawlLoopParts<Item>
  extends Omit<TurnsParts<Item>, "work" | "workers" | "isClosed">, CallerParts<Item> {
  /** What chance is keyed by where outcomes are dealt with in order; undefined where they are not. */
  readonly seed: number | undefined;
  readonly concurrency: number;
  readonly limits: LimitsPlan | undefined;
  /** A resource is used up. */
  readonly onSpent: (reason: StopReason) => void;
}

/** A wait for something to take. */
interface Watch {
  isOver: boolean;
  failure: { readonly error: unknown } | undefined;
}

/** Requests that a crawl starts from. */
export type Starts = AsyncIterable<CrawlRequest> | readonly CrawlRequest[];

/** Takes requests while there are workers and pages left to fetch, until nothing can come any more. */
export class CrawlLoop<Item> {
  readonly #parts: CrawlLoopParts<Item>;
  readonly #work: LeaseWork<Item>;
  readonly #turns: Turns;
  readonly #workers: Workers;
  readonly #waiting: Scope;
  #watch: Watch | undefined;
  #feeding = true;
  /** Whether it is its own affair to go on feeding, not that of who makes the start URLs. */
  #entering = false;
  /** Whether the next start URL waits for room. */
  #isLineFull = false;
  #hasLeft = false;
  #closed: NotFetchedReason | undefined;

  constructor(parts: CrawlLoopParts<Item>) {
    this.#parts = parts;
    this.#work = new LeaseWork(parts);
    this.#waiting = parts.context.scope();
    const { concurrency, seed } = parts;
    this.#workers = new Workers(concurrency);
    const isClosed = (): boolean => this.#closed !== undefined;
    const isFeeding = (): boolean => this.#feeding && !this.#isLineFull && !isClosed();
    const of = { ...parts, work: this.#work, workers: this.#workers, isClosed, isFeeding };
    this.#turns = seed === undefined ? new FreeTurns(of) : new Lockstep({ ...of, seed });
  }

  /** Calls under way. */
  get inFlight(): number {
    return this.#turns.calls;
  }

  /** Requests that wait. What a frontier does not keep waits no more once the crawl has left it: all has a reason. */
  get pending(): number {
    const { frontier } = this.#parts;
    return this.#hasLeft && frontier.pending ? 0 : frontier.stats().pending;
  }

  /** Requests in hand. */
  get inHand(): number {
    return this.#work.inHand;
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
  async run(starts: readonly Starts[]): Promise<void> {
    const { onFailure } = this.#parts;
    using monitor = this.#monitor();
    if (monitor) await monitor.begin().catch(onFailure);
    void this.#feed(starts);
    try {
      while ((await this.#turns.turn()) || (await this.#wait()));
    } catch (error) {
      onFailure(error);
    }
    while (this.#work.inHand > 0 || this.#entering) await this.#work.changed.wait();
    this.#waiting[Symbol.dispose]();
    await this.#leave().catch(onFailure);
  }

  #monitor(): Monitor | undefined {
    const { context, counters, limits, onFailure, onSpent } = this.#parts;
    if (!limits) return undefined;
    const crawl = {
      pages: () => counters.pages,
      inHand: () => this.inHand,
      onChange: () => this.#work.changed.wake(),
      onSpent,
      onFailure,
    };
    return new Monitor({ limits, clock: context.clock, workers: this.#workers, crawl });
  }

  /** Waits for something to take. False when nothing can come any more. */
  async #wait(): Promise<boolean> {
    const { pending, leased } = this.#parts.frontier.stats();
    if (this.#closed !== undefined) return false;
    if (pending + leased > 0) await this.#untilReady();
    else if (this.#feeding || this.#work.inHand > 0) await this.#work.changed.wait();
    else return false;
    return true;
  }

  /** Waits for something to take, or, where requests wait for room, for any change. */
  async #untilReady(): Promise<void> {
    const { gate } = this.#parts;
    const watch = (this.#watch ??= this.#watchFrontier());
    for (let isWoken = false; !watch.isOver && !(isWoken && gate.isCrowded); isWoken = true) {
      await this.#work.changed.wait();
    }
    if (!watch.isOver) return;
    this.#watch = undefined;
    if (watch.failure) throw watch.failure.error;
  }

  #watchFrontier(): Watch {
    const watch: Watch = { isOver: false, failure: undefined };
    void this.#seeReady(watch);
    return watch;
  }

  async #seeReady(watch: Watch): Promise<void> {
    const { context } = this.#waiting;
    const { frontier } = this.#parts;
    // By way of a promise, since a frontier of a user may throw.
    const ready = await settle(Promise.resolve().then(() => frontier.whenReady(context)));
    watch.isOver = true;
    if (!ready.ok && !context.aborted) watch.failure = ready;
    this.#work.changed.wake();
  }

  /** Puts the start URLs in. Once closed it pulls no more, but all of a list have a reason. */
  async #feed(starts: readonly Starts[]): Promise<void> {
    try {
      for (const start of starts) await this.#enterAll(start);
    } catch (error) {
      this.#parts.onFailure(error);
    }
    this.#feeding = false;
    this.#entering = false;
    this.#work.changed.wake();
  }

  async #enterAll(start: Starts): Promise<void> {
    const isList = Array.isArray(start);
    this.#entering = isList;
    for await (const request of start) {
      this.#entering = true;
      await this.#enter(request);
      if (this.#closed !== undefined && !isList) break;
      this.#entering = isList;
    }
  }

  /** What a sitemap names stands behind all links: they hold pages in memory, it does not. */
  async #enter(request: CrawlRequest): Promise<void> {
    const { gate } = this.#parts;
    const [origin, place] = request.listed
      ? (["link", Infinity] as const)
      : (["start", -1] as const);
    const where = await gate.enter(request, origin);
    this.#work.changed.wake();
    if (where === "full") {
      await gate.enterLater(request, origin, { place, aside: (room) => this.#forRoom(room) });
    }
  }

  async #forRoom(room: Promise<void>): Promise<void> {
    this.#isLineFull = true;
    this.#work.changed.wake();
    await room;
    this.#isLineFull = false;
  }

  /** Gives what is left a reason, and hands back to the frontier what was cut short. */
  async #leave(): Promise<void> {
    const { fates, frontier } = this.#parts;
    for (const { url } of frontier.pending?.() ?? []) {
      const reason = this.#closed ?? "stopped";
      fates.notFetched(url, reason);
      tell("notFetched", url, { reason });
    }
    this.#hasLeft = true;
    await this.#work.giveBackCut();
    await frontier.flush?.();
  }
}
