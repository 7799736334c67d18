import { BrokenRule, requireRule } from "../contract/broken-rule.ts";
import type { LimiterCall } from "./limiter-call.ts";
import type { LimiterPlay } from "./limiter-play.ts";
import { ROUNDING_MS } from "./limiter-rules.ts";
import type { Step } from "./limiter-schedule.ts";

/** Something that happened to a limiter, and how to have it happen again to a new one. */
export interface Replay {
  readonly steps: readonly Step[];
  readonly play: LimiterPlay;
  readonly again: () => LimiterPlay;
}

/**
 * Calls that were turned away as they came must have changed nothing for the others. The first that was
 * refused is also left out alone, as it may be what the others were refused for.
 */
export async function requireNothingReserved(replay: Replay): Promise<void> {
  const inVain = replay.play.calls.filter((call) => call.cameForNothing);
  const refused = inVain.find(({ end }) => end?.as === "refused");
  if (refused) await requireNoTrace(new Set([refused.number]), replay);
  const all = new Set(inVain.map(numberOf));
  if (all.size > (refused ? 1 : 0)) await requireNoTrace(all, replay);
}

async function requireNoTrace(
  inVain: ReadonlySet<number>,
  { steps, play, again }: Replay,
): Promise<void> {
  const without = await again().play(steps, ({ act }, call) => act !== "come" || !inVain.has(call));
  await without.drain();
  requireSame(
    "acquire reserves nothing where it refuses, or is aborted before",
    play.calls.filter(({ number }) => !inVain.has(number)),
    without,
    "had calls that were turned away not come",
  );
}

/** A domain must fare as it would alone. */
export async function requireDomainsApart({ steps, play, again }: Replay): Promise<void> {
  const domains = new Set(play.calls.map(({ domain }) => domain));
  if (domains.size < 2) return;
  for (const domain of domains) {
    const alone = await again().play(
      steps,
      (step) => !("domain" in step) || step.domain === domain,
    );
    await alone.drain();
    const calls = play.calls.filter((call) => call.domain === domain);
    requireSame("domains share nothing", calls, alone, `were ${domain} the only domain`);
  }
}

/** Whoever comes when a refusal told to, and is alone, must start at once. */
export async function requireHonesty({ steps, play, again }: Replay): Promise<void> {
  for (const refused of play.calls) {
    const { end, retryAt } = refused;
    if (end?.as !== "refused" || end.steps === undefined || retryAt === undefined) continue;
    const replay = await again().play(steps.slice(0, end.steps));
    const back = await comeBack(refused, retryAt, replay);
    requireRule(
      back.end?.as === "started",
      "a call at retryAt passes, if nobody else comes",
      () => `Call ${refused.number} ${refused.fate}; back by then, it ${back.fate}`,
    );
  }
}

/** A retryAt that was rounded down by a hair is forgiven. */
async function comeBack(
  refused: LimiterCall,
  retryAt: number,
  play: LimiterPlay,
): Promise<LimiterCall> {
  await play.pass(Math.max(0, retryAt - play.clock.now()));
  const asked = { ...refused.asked, patienceMs: 0, aborted: false };
  const back = play.come(Infinity, asked);
  await play.pass(0);
  const again = back.retryAt ?? Infinity;
  const isHair = again > retryAt && again - retryAt < ROUNDING_MS;
  return isHair ? comeBack(refused, again, play) : back;
}

function requireSame(
  rule: string,
  calls: readonly LimiterCall[],
  other: LimiterPlay,
  condition: string,
): void {
  const others = new Map(other.calls.map((call) => [call.number, call]));
  const changed = calls.find((call) => others.get(call.number)?.fate !== call.fate);
  if (!changed) return;
  const would = others.get(changed.number)?.fate;
  throw new BrokenRule(
    rule,
    `Call ${changed.number} ${changed.fate}; ${condition}, it would be "${would}"`,
  );
}

function numberOf({ number }: LimiterCall): number {
  return number;
}
