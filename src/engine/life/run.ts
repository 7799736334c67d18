import { Context } from "../../service/context.ts";
import { ClosedError } from "../../service/errors.ts";
import { requireDuration, requireOptions } from "../../service/options.ts";
import type { Scope } from "../../service/scope.ts";
import { Gate } from "../admission/gate.ts";
import { tell } from "../crawl-events.ts";
import { CrawlLoop } from "../crawl-loop.ts";
import type { CrawlRun, StopOptions } from "../crawl-run.ts";
import { Counters, type CrawlStats, type StopReason } from "../crawl-stats.ts";
import { type Explanation, Fates } from "../fates.ts";
import { asking } from "../hooks/link-filter.ts";
import { Deliveries } from "../items/deliveries.ts";
import { ItemLine } from "../items/item-line.ts";
import type { ItemError } from "../items/sink.ts";
import { request } from "../page/crawl-request.ts";
import type { CrawlPlan } from "../plan/crawl-plan.ts";
import { prefetcher } from "../prefetcher.ts";
import { SitemapSource } from "../sitemap/sitemap-source.ts";
import { startsOf } from "../sitemap/starts.ts";
import type { HostStats } from "../stats/host-table.ts";
import { Budget } from "./budget.ts";
import { GaveUpError } from "./gave-up-error.ts";
import { iterationOf } from "./iteration.ts";
import { Lifetime } from "./lifetime.ts";
import { recall } from "./recall.ts";
import { Stages } from "./stages.ts";
import { tellEvery } from "./stats-every.ts";

/** Runs a plan, once. */
export class Run<Item> implements CrawlRun<Item> {
  readonly #plan: CrawlPlan<Item>;
  readonly #scope: Scope;
  readonly #counters = new Counters();
  readonly #fates: Fates;
  readonly #deliveries: Deliveries<Item>;
  readonly #items: ItemLine<Item>;
  readonly #loop: CrawlLoop<Item>;
  readonly #budget: Budget;
  readonly #stages: Stages;
  readonly #sitemaps: SitemapSource;
  readonly #lifetime: Lifetime;
  #finished: Promise<CrawlStats> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(plan: CrawlPlan<Item>) {
    const { filter, giveUpMs, signal, stack } = plan;
    const { clock, prefetch, random } = stack;
    const counters = this.#counters;
    const fates = new Fates(plan.frontier);
    const onFailure = (error: unknown): void => this.#fail(error);
    const onFault = (code: string, error: unknown): void => this.#fault(code, error);
    this.#plan = plan;
    this.#fates = fates;
    this.#scope = new Context({ clock, random, signal }).scope();
    this.#lifetime = new Lifetime(clock);
    this.#budget = new Budget(plan.budget, counters);
    const onItemError = (error: ItemError): void => {
      onFault(error.code, error);
      tell("itemFailed", "", { error });
    };
    const { context } = this.#scope;
    this.#deliveries = new Deliveries({ ...plan, context, onItemError, onFailure });
    this.#items = new ItemLine({ sinks: this.#deliveries.sinks, onItemError, onFailure });
    this.#loop = new CrawlLoop({
      ...plan,
      context,
      gate: new Gate({
        ...plan,
        fates,
        filter: filter && asking(filter, (error) => onFault(error.code, error)),
        onFailure,
      }),
      items: this.#items,
      deliveries: this.#deliveries,
      budget: this.#budget,
      counters,
      fates,
      prefetch: prefetch && prefetcher(prefetch),
      onSpent: (reason) => this.#spend(reason),
      onCount: () => this.#spend(this.#budget.spent()),
      onFault,
      onFailure,
    });
    this.#sitemaps = new SitemapSource({
      ...plan,
      context,
      counters,
      fates,
      onCount: () => this.#spend(this.#budget.spent()),
      onFault,
    });
    this.#stages = new Stages({
      scope: this.#scope,
      giveUpMs,
      close: (reason) => this.#loop.close(reason),
      moves: () => this.#items.moves + this.#deliveries.moves - this.#loop.inHand,
    });
  }

  done(): Promise<CrawlStats> {
    return (this.#finished ??= this.#run());
  }

  stats(): CrawlStats {
    const { seen } = this.#plan.frontier.stats();
    return {
      ...this.#counters.totals(),
      notFetched: this.#fates.counts(),
      pending: this.#loop.pending,
      inFlight: this.#loop.inFlight,
      seen,
      ...this.#lifetime.times(),
      stopReason: this.#lifetime.isOver ? this.#whyEnded() : undefined,
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

  async stop(options: StopOptions = {}): Promise<void> {
    requireOptions("stop()", options, { graceMs: true, giveUpMs: true });
    const { graceMs = this.#plan.graceMs, giveUpMs = this.#plan.giveUpMs } = options;
    requireDuration("graceMs", graceMs);
    requireDuration("giveUpMs", giveUpMs);
    this.#stages.close("stopped");
    this.#items.abandon();
    if (!this.#finished || this.#lifetime.isOver) return;
    this.#deliveries.giveUpWithin(giveUpMs);
    this.#stages.abortWithin(graceMs, giveUpMs);
    await this.#finished.catch(() => {});
  }

  [Symbol.asyncIterator](): AsyncIterator<Item, undefined> {
    if (this.#finished) throw new Error("A crawl can be iterated once, and not after done()");
    const items = this.#items.consume();
    const finished = this.done();
    finished.catch(() => {}); // the iterator tells, after the last item
    return iterationOf(items, finished, () => this.stop());
  }

  async #run(): Promise<CrawlStats> {
    const { context } = this.#scope;
    this.#lifetime.begin();
    this.#plan.telemetry.begin(() => this.stats());
    const hook = context.onAbort(() => {
      this.#loop.close("stopped");
      this.#items.abandon();
    });
    const timer = context.clock.timer(() => this.#spend("maxTimeMs"), this.#budget.maxTimeMs);
    if (!context.aborted) await this.#live();
    timer[Symbol.dispose]();
    hook[Symbol.dispose]();
    await this.#end();
    if (this.#failure) throw this.#failure.error;
    if (this.#whyEnded() === "aborted") this.#plan.signal?.throwIfAborted();
    return this.stats();
  }

  /** From `open` to `close`, which is called whatever happens in between. */
  async #live(): Promise<void> {
    const { stack, statsEvery } = this.#plan;
    const onFailure = (error: unknown): void => this.#fail(error);
    const stats = (): CrawlStats => this.stats();
    const telling = statsEvery && tellEvery(statsEvery, { clock: stack.clock, stats, onFailure });
    try {
      await this.#work();
    } catch (error) {
      this.#fail(error);
      this.#deliveries.leave();
      if (error instanceof GaveUpError) await this.#last("a sink in close()", this.#items.leave());
    }
    if (telling) await this.#last("statsEvery.tell", telling.stop());
    const last = { ...stats(), stopReason: this.#whyEnded() };
    await this.#last("close()", this.#plan.close(last));
  }

  async #work(): Promise<void> {
    const { open, sitemaps, start } = this.#plan;
    await this.#stages.bound("open()", open());
    recall(this.#plan);
    await this.#stages.bound("a sink in open()", this.#items.open());
    const written = this.#items.run().then(() => this.#plan.frontier.flush?.());
    const crawled = this.#loop
      .run(startsOf(start, sitemaps, this.#sitemaps))
      .then(() => this.#items.end());
    await this.#stages.bound("a sink or the frontier", Promise.all([crawled, written]));
  }

  /** Waits for what is done at the end, which may be the first to fail. */
  async #last(what: string, work: Promise<void>): Promise<void> {
    try {
      await this.#stages.bound(what, work);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #end(): Promise<void> {
    const { frontier, ownsFrontier, ownsStack, stack, telemetry } = this.#plan;
    this.#stages.end();
    telemetry.end();
    this.#items.close();
    this.#lifetime.end();
    this.#scope.abort(new ClosedError("The crawl has ended"));
    this.#scope[Symbol.dispose]();
    if (ownsFrontier) await frontier[Symbol.asyncDispose]();
    if (ownsStack) await stack[Symbol.asyncDispose]();
  }

  #whyEnded(): StopReason {
    if (this.#failure) return "failed";
    if (this.#plan.signal?.aborted === true) return "aborted";
    return this.#stages.reason ?? "finished";
  }

  /** Ends the crawl where a budget is spent. With the last page, all that is left are its items. */
  #spend(reason: StopReason | undefined): void {
    if (reason === undefined || this.#stages.reason !== undefined) return;
    this.#stages.close(reason);
    if (reason === "maxPages") return;
    this.#items.abandon();
    this.#stages.abortWithin(this.#plan.graceMs);
  }

  /** Something failed that the crawl survives, unless it is to fail fast. */
  #fault(code: string, error: unknown): void {
    this.#counters.error(code);
    if (this.#plan.failFast) this.#fail(error);
    else this.#spend(this.#budget.spent());
  }

  #fail(error: unknown): void {
    if (this.#failure && this.#failure.error === error) return;
    tell("failed", "", { error });
    if (this.#failure || this.#lifetime.isOver) return;
    this.#failure = { error };
    this.#scope.abort(error ?? new ClosedError("The crawl has failed"));
  }
}
