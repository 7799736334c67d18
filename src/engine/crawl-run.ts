import { Context } from "../service/context.ts";
import { ClosedError } from "../service/errors.ts";
import { requireDuration } from "../service/options.ts";
import type { Scope } from "../service/scope.ts";
import { Gate } from "./admission/gate.ts";
import { tell } from "./crawl-events.ts";
import { CrawlLoop } from "./crawl-loop.ts";
import { Counters, type CrawlStats, type HostStats, type StopReason } from "./crawl-stats.ts";
import { type Explanation, Fates } from "./fates.ts";
import { ItemLine } from "./items/item-line.ts";
import { request } from "./page/crawl-request.ts";
import type { CrawlPlan } from "./plan/crawl-plan.ts";

/** What `stop` may be told. */
export interface StopOptions {
  /** How long what is under way may take before it is aborted. @defaultValue 10 s */
  readonly graceMs?: number;
}

/** A crawl: it begins when it is iterated, or by {@link CrawlRun.done}. */
export interface CrawlRun<Item> extends AsyncIterable<Item> {
  /** Runs the crawl to its end, and tells where it stood. Rejects with what made it fail. */
  done(): Promise<CrawlStats>;
  /** Where the crawl stands. */
  stats(): CrawlStats;
  /** How each host has answered. */
  hosts(): readonly HostStats[];
  /**
   * Takes no more, and resolves when what is under way has ended and the sinks are closed.
   *
   * What made the crawl fail, it leaves to `done()` and the iteration to tell.
   * A `parse` must not wait for it, as it waits for each `parse`.
   */
  stop(options?: StopOptions): Promise<void>;
  /** What became of a URL, as it was written: known of the latest 100,000. */
  explain(url: string): Explanation;
}

/** Runs a plan, once. */
export class Run<Item> implements CrawlRun<Item> {
  readonly #plan: CrawlPlan<Item>;
  readonly #scope: Scope;
  readonly #counters = new Counters();
  readonly #fates = new Fates();
  readonly #items: ItemLine<Item>;
  readonly #loop: CrawlLoop<Item>;
  #finished: Promise<CrawlStats> | undefined;
  #began: number | undefined;
  #ended: number | undefined;
  #stopReason: StopReason | undefined;
  #failure: { readonly error: unknown } | undefined;
  #grace: Disposable | undefined;
  #abortAt = Infinity;

  constructor(plan: CrawlPlan<Item>) {
    const { frontier, overflow, rules, sinks, stack } = plan;
    const counters = this.#counters;
    const fates = this.#fates;
    const { clock, random } = stack;
    this.#plan = plan;
    this.#scope = new Context({ clock, random, signal: plan.signal }).scope();
    this.#items = new ItemLine({
      sinks,
      onItemError: (error) => {
        counters.error(error.code);
        tell("itemFailed", "", { error });
      },
      onFailure: (error) => this.#fail(error),
    });
    this.#loop = new CrawlLoop({
      ...plan,
      context: this.#scope.context,
      gate: new Gate({ frontier, rules, fates, overflow, onFailure: (error) => this.#fail(error) }),
      items: this.#items,
      counters,
      fates,
      onFailure: (error) => this.#fail(error),
    });
  }

  done(): Promise<CrawlStats> {
    return (this.#finished ??= this.#run());
  }

  stats(): CrawlStats {
    const { pending, seen } = this.#plan.frontier.stats();
    const now = this.#ended ?? this.#plan.stack.clock.now();
    return {
      ...this.#counters.totals(),
      notFetched: this.#fates.counts(),
      pending,
      inFlight: this.#loop.inFlight,
      seen,
      elapsedMs: now - (this.#began ?? now),
      stopReason: this.#ended === undefined ? undefined : this.#stopReason,
    };
  }

  hosts(): readonly HostStats[] {
    return this.#counters.hosts();
  }

  explain(url: string): Explanation {
    const asked = request(url);
    const isKnown = (): boolean => this.#plan.frontier.hasSeen?.(asked) ?? false;
    return this.#fates.explain(asked.url) ?? (isKnown() ? "duplicate" : "unknown");
  }

  async stop({ graceMs = 10_000 }: StopOptions = {}): Promise<void> {
    requireDuration("graceMs", graceMs);
    this.#stopReason ??= "stopped";
    this.#loop.close("stopped");
    this.#items.abandon();
    if (!this.#finished || this.#ended !== undefined) return;
    this.#abortWithin(graceMs);
    await this.#finished.catch(() => {});
  }

  [Symbol.asyncIterator](): AsyncIterator<Item, undefined> {
    if (this.#finished) throw new Error("A crawl can be iterated once, and not after done()");
    const items = this.#items.consume();
    const finished = this.done();
    finished.catch(() => {}); // the iterator tells, after the last item
    return {
      next: async () => {
        const next = await items.shift();
        if (next) return { done: false, value: next.value };
        await finished;
        return { done: true, value: undefined };
      },
      return: async () => {
        items.close();
        await this.stop();
        await finished;
        return { done: true, value: undefined };
      },
    };
  }

  async #run(): Promise<CrawlStats> {
    const { context } = this.#scope;
    this.#began = context.clock.now();
    const hook = context.onAbort(() => {
      this.#loop.close("stopped");
      this.#items.abandon();
    });
    try {
      if (!context.aborted) await this.#work();
    } catch (error) {
      this.#fail(error);
    }
    hook[Symbol.dispose]();
    await this.#end();
    if (this.#failure) throw this.#failure.error;
    if (this.#stopReason === "aborted") this.#plan.signal?.throwIfAborted();
    return this.stats();
  }

  async #work(): Promise<void> {
    await this.#items.open();
    const written = this.#items.run();
    await this.#loop.run(this.#plan.start);
    this.#items.end();
    await written;
  }

  async #end(): Promise<void> {
    const { frontier, ownsFrontier, ownsStack, stack } = this.#plan;
    this.#grace?.[Symbol.dispose]();
    this.#items.close();
    this.#stopReason = this.#whyEnded();
    this.#ended = stack.clock.now();
    this.#scope.abort(new ClosedError("The crawl has ended"));
    this.#scope[Symbol.dispose]();
    if (ownsFrontier) await frontier[Symbol.asyncDispose]();
    if (ownsStack) await stack[Symbol.asyncDispose]();
  }

  /** Of several deadlines the first counts. */
  #abortWithin(graceMs: number): void {
    const { clock } = this.#plan.stack;
    const abort = (): void => this.#scope.abort(new ClosedError("The crawl was stopped"));
    if (graceMs === 0) abort();
    if (clock.now() + graceMs >= this.#abortAt) return;
    this.#abortAt = clock.now() + graceMs;
    this.#grace?.[Symbol.dispose]();
    this.#grace = clock.timer(abort, graceMs);
  }

  #whyEnded(): StopReason {
    if (this.#failure) return "failed";
    if (this.#plan.signal?.aborted === true) return "aborted";
    return this.#stopReason ?? (this.#loop.closed === "budget" ? "maxPages" : "finished");
  }

  #fail(error: unknown): void {
    if (this.#failure) return;
    this.#failure = { error };
    this.#scope.abort(error);
  }
}
