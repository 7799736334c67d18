import type { CrawlRun } from "../engine/crawl-run.ts";
import type { CrawlStats } from "../engine/crawl-stats.ts";
import type { HostStats } from "../engine/stats/host-table.ts";
import type { LiveBudget } from "./live/bar.ts";
import { LastErrors } from "./live/last-errors.ts";
import { liveLines, type LiveState } from "./live/live-lines.ts";
import { Rate } from "./live/rate.ts";
import type { Screen } from "./screen.ts";
import { busiest, slowest } from "./top-hosts.ts";

const LIVE_EVERY_MS = 100;
const LINE_EVERY_MS = 5000;
/** How often hosts are put in order, of which there may be many. */
const HOSTS_EVERY_MS = 1000;

/** What progress is shown of, and where it goes. */
export interface ProgressOptions {
  readonly run: Pick<CrawlRun<unknown>, "hosts" | "stats">;
  readonly screen: Screen;
  readonly budget: LiveBudget;
  /** Tells where the crawl stands, where there are no live lines. */
  readonly tell: (stats: CrawlStats, perSecond: number) => void;
}

/** Shows where a crawl stands until it is disposed: live on a terminal, else now and then. */
export function showProgress(options: ProgressOptions): Disposable {
  return options.screen.isLive ? showLive(options) : tellNowAndThen(options);
}

function tellNowAndThen({ run, tell }: ProgressOptions): Disposable {
  const rate = new Rate();
  const timer = setInterval(() => {
    const stats = run.stats();
    tell(stats, rate.perSecond(stats));
  }, LINE_EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function showLive({ budget, run, screen }: ProgressOptions): Disposable {
  const errors = new LastErrors();
  const rate = new Rate();
  let top = topOf([]);
  const rank = (): void => void (top = topOf(run.hosts()));
  const show = (): void => {
    const stats = run.stats();
    const perSecond = rate.perSecond(stats);
    const state = { stats, perSecond, budget, ...top, errors: errors.latest };
    screen.live((size) => liveLines(state, size));
  };
  const timers = [setInterval(show, LIVE_EVERY_MS), setInterval(rank, HOSTS_EVERY_MS)];
  return {
    [Symbol.dispose]() {
      for (const timer of timers) clearInterval(timer);
      errors[Symbol.dispose]();
      screen.clear();
    },
  };
}

function topOf(hosts: readonly HostStats[]): Pick<LiveState, "busiest" | "slowest"> {
  return { busiest: busiest(hosts), slowest: slowest(hosts) };
}
