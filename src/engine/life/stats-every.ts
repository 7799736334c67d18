import type { Clock } from "../../service/clock.ts";
import { requireFunction, requireOptions, requirePositiveDuration } from "../../service/options.ts";
import type { CrawlStats } from "../crawl-stats.ts";
import type { Awaitable } from "../frontier/frontier.ts";

/** Who is told now and then where a crawl stands. */
export interface StatsEvery {
  /** How often, in milliseconds of the crawl's clock: above 0. */
  readonly ms: number;
  /**
   * Is told. While a promise that it gave is pending it is not called again, and the crawl does not end
   * before it has settled. What it throws makes the crawl fail.
   */
  readonly tell: (stats: CrawlStats) => Awaitable<void>;
}

/** Throws unless it is one. */
export function requireStatsEvery(statsEvery: StatsEvery): void {
  requireOptions("statsEvery", statsEvery, { ms: true, tell: true });
  requirePositiveDuration("statsEvery.ms", statsEvery.ms);
  requireFunction("statsEvery.tell", statsEvery.tell);
}

/** Tells until it is stopped; `stop` resolves when nobody is being told any more. */
export function tellEvery(
  { ms, tell }: StatsEvery,
  crawl: {
    readonly clock: Clock;
    readonly stats: () => CrawlStats;
    readonly onFailure: (error: unknown) => void;
  },
): { readonly stop: () => Promise<void> } {
  const { clock, onFailure, stats } = crawl;
  let telling: Promise<void> | undefined;
  let timer = clock.timer(tick, ms);

  function tick(): void {
    timer = clock.timer(tick, ms);
    telling ??= told();
  }

  async function told(): Promise<void> {
    try {
      await tell(stats());
    } catch (error) {
      onFailure(error);
    }
    telling = undefined;
  }

  return {
    async stop() {
      timer[Symbol.dispose]();
      await telling;
    },
  };
}
