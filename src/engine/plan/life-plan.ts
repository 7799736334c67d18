import {
  requireBoolean,
  requireDuration,
  requireMethods,
  requireWhole,
} from "../../service/options.ts";
import type { CrawlStats } from "../crawl-stats.ts";
import type { BudgetOptions } from "../life/budget.ts";
import { requireStatsEvery, type StatsEvery } from "../life/stats-every.ts";
import { type LimitsPlan, limitsPlanOf } from "../monitor/crawl-limits.ts";
import type { Spider } from "./crawl-options.ts";

/** How a crawl begins and ends. */
export interface LifePlan {
  readonly budget: BudgetOptions;
  readonly limits: LimitsPlan | undefined;
  readonly failFast: boolean;
  readonly graceMs: number;
  readonly giveUpMs: number;
  readonly signal: AbortSignal | undefined;
  readonly statsEvery: StatsEvery | undefined;
  readonly open: () => Promise<void>;
  readonly close: (stats: CrawlStats) => Promise<void>;
}

/** Checks the options that tell how a crawl begins and ends. */
export function lifePlanOf<Item, To extends string>(spider: Spider<Item, To>): LifePlan {
  const { failFast = false, graceMs = 10_000, giveUpMs = 10_000, signal, statsEvery } = spider;
  requireBoolean("failFast", failFast);
  requireDuration("graceMs", graceMs);
  requireDuration("giveUpMs", giveUpMs);
  if (signal) requireMethods("signal", signal, ["addEventListener", "throwIfAborted"]);
  if (statsEvery) requireStatsEvery(statsEvery);
  for (const name of ["open", "close"] as const) {
    if (spider[name] !== undefined) requireMethods("spider", spider, [name]);
  }
  return {
    budget: budgetOf(spider),
    limits: spider.limits && limitsPlanOf(spider.limits),
    failFast,
    graceMs,
    giveUpMs,
    signal,
    statsEvery,
    open: async () => spider.open?.(),
    close: async (stats) => spider.close?.(stats),
  };
}

function budgetOf<Item, To extends string>(spider: Spider<Item, To>): BudgetOptions {
  const { maxPages = Infinity, maxTimeMs = Infinity } = spider;
  const { maxBytes = Infinity, maxErrors = Infinity } = spider;
  requireWhole("maxPages", maxPages, 1);
  requireDuration("maxTimeMs", maxTimeMs);
  requireWhole("maxBytes", maxBytes, 1);
  requireWhole("maxErrors", maxErrors, 1);
  return { maxPages, maxTimeMs, maxBytes, maxErrors };
}
