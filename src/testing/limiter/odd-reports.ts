import type { Arbitrary, default as FastCheck } from "fast-check";

import type { RateLimiterResponse } from "../../layers/rate-limit/rate-limiter.ts";
import { show } from "../../service/options.ts";
import { requireRule } from "../contract/broken-rule.ts";
import type { LimiterPlay } from "./limiter-play.ts";

/** A report of the kind that nobody thinks of. */
export interface OddReport {
  readonly domain: string;
  readonly response: RateLimiterResponse;
}

/** How often a call comes back that is refused. */
const PATIENCE = 10;

/** Draws reports, also of requests that the limiter never let in. */
export function oddReports(fc: typeof FastCheck): Arbitrary<readonly OddReport[]> {
  const report = fc.record({
    domain: fc.constantFrom("a.test", "__proto__", "constructor", "::1", "xn--bcher-kva.test", ""),
    response: fc.record({
      status: fc.constantFrom(undefined, 100, 200, 304, 418, 429, 500, 503, 599, 999),
      retryAfterMs: fc.constantFrom(undefined, 0, 0.5, 1, 86_400_000, Number.MAX_SAFE_INTEGER),
      latencyMs: fc.constantFrom(0, 0.5, 1e9),
    }),
  });
  return fc.array(report, { maxLength: 12 });
}

/** Whatever was reported, a call that comes back when it is told to must start some time. */
export async function requireRobustness(
  play: LimiterPlay,
  reports: readonly OddReport[],
): Promise<void> {
  for (const { domain, response } of reports) play.report(domain, response);
  for (const [n, domain] of [...new Set(reports.map(({ domain }) => domain))].entries()) {
    let call = play.come(n * PATIENCE, asked(domain));
    await play.drain();
    for (let visit = 1; Number.isFinite(call.retryAt) && visit < PATIENCE; visit++) {
      await play.pass(Math.max(0, Number(call.retryAt) - play.clock.now()));
      call = play.come(n * PATIENCE + visit, asked(domain));
      await play.drain();
    }
    requireRule(
      call.end?.as === "started",
      "a domain can be asked again after any response",
      () => `A call to ${JSON.stringify(domain)} ${call.fate}, with ${show(call.end?.error)}`,
    );
  }
}

/** Reports in lines for a reader. */
export function reportLines(reports: readonly OddReport[]): readonly string[] {
  return reports.map(({ domain, response }) => {
    const { status = "nothing", retryAfterMs = "none", latencyMs } = response;
    return `a new limiter hears: ${JSON.stringify(domain)} answered ${status} after ${latencyMs} ms, Retry-After in ms: ${retryAfterMs}`;
  });
}

function asked(domain: string) {
  return { domain, patienceMs: Infinity, by: "startBy", aborted: false } as const;
}
