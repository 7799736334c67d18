import type { RateLimiter } from "../../layers/rate-limit/rate-limiter.ts";
import {
  requireBoolean,
  requireFunction,
  requireMethods,
  requireOptions,
} from "../../service/options.ts";
import { findBreach } from "../contract/find-breach.ts";
import type { Search } from "../contract/search.ts";
import { LimiterPlay } from "./limiter-play.ts";
import { requireDomainsApart, requireHonesty, requireNothingReserved } from "./limiter-replays.ts";
import { requireRules } from "./limiter-rules.ts";
import { limiterSchedules, scheduleLines, type Step } from "./limiter-schedule.ts";
import { type OddReport, oddReports, reportLines, requireRobustness } from "./odd-reports.ts";

/** Options of {@link checkRateLimiter}. */
export interface CheckRateLimiterOptions extends Search {
  /** Whether the limiter counts all domains together. @defaultValue `false` */
  readonly shared?: boolean;
  /** Whether the limiter keeps to crawl-delays. @defaultValue `true` */
  readonly crawlDelay?: boolean;
}

/**
 * Checks by random schedules that a {@link RateLimiter} does what its contract says.
 *
 * `acquire` gives a promise and never throws. It rejects with the reason as soon as the call aborts.
 * It refuses with a `NotNowError` that knows `retryAt`, an instant to come: at once where the wait
 * would end after `startBy` or `deadline`, later only where what the limiter hears has changed that.
 * It may refuse others too.
 * A call that is turned away as it comes reserves nothing. One that comes at `retryAt`, alone, passes.
 * First come, first served; domains share nothing, unless `shared`.
 * A crawl-delay is the least time between starts of calls that came after it was told.
 * Whatever is reported, nothing throws, and the domain can be asked again some time.
 * Every call ends. No timer and no hook on a call is left when nobody waits.
 *
 * Time is virtual, and chance is that of each call: the limiter must take them from the context.
 * Rejects with a {@link BrokenRuleError} that names the rule and tells the shortest schedule found.
 * Needs fast-check 4.
 *
 * @example
 * ```ts
 * await checkRateLimiter(() => new PerDomainThrottle({ minDelayMs: 50 }));
 * ```
 */
export async function checkRateLimiter(
  factory: () => RateLimiter,
  options: CheckRateLimiterOptions = {},
): Promise<void> {
  requireFunction("factory", factory);
  requireOptions("checkRateLimiter", options, known);
  const { shared = false, crawlDelay = true, ...search } = options;
  requireBoolean("shared", shared);
  requireBoolean("crawlDelay", crawlDelay);
  requireNewOnes(factory);
  const again = (): LimiterPlay => new LimiterPlay(made(factory));

  const judge = async ({ steps, reports }: LimiterCase): Promise<void> => {
    const play = await again().play(steps);
    await play.drain();
    requireRules(play);
    const replay = { steps, play, again };
    await requireNothingReserved(replay);
    await requireHonesty(replay);
    if (!shared) await requireDomainsApart(replay);
    await requireRobustness(again(), reports);
  };
  await findBreach<LimiterCase>(
    {
      check: "checkRateLimiter",
      subject: "rate limiter",
      cases: (fc) =>
        fc.record({ steps: limiterSchedules(fc, crawlDelay), reports: oddReports(fc) }),
      judge,
      tell: ({ steps, reports }) => [...scheduleLines(steps), ...reportLines(reports)],
    },
    search,
  );
}

/** What one limiter is played, and what another one is told. */
interface LimiterCase {
  readonly steps: readonly Step[];
  readonly reports: readonly OddReport[];
}

const known = { runs: true, seed: true, path: true, shared: true, crawlDelay: true } as const;

function made(factory: () => RateLimiter): RateLimiter {
  const limiter = factory();
  requireMethods("factory()", limiter, ["acquire", "recordResponse", "setCrawlDelay"]);
  return limiter;
}

function requireNewOnes(factory: () => RateLimiter): void {
  if (made(factory) !== made(factory)) return;
  throw new TypeError('Expected "factory" to make a new limiter each time: got the same one twice');
}
