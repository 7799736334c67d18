import { getEventListeners } from "node:events";

import { requireRule } from "../contract/broken-rule.ts";
import type { LimiterCall } from "./limiter-call.ts";
import type { LimiterPlay } from "./limiter-play.ts";

/** Instants may differ by what the rounding of sums makes of them. */
export const ROUNDING_MS = 1e-3;

/** Throws unless what can be seen of a limiter, once all calls have ended, is as the contract says. */
export function requireRules(play: LimiterPlay): void {
  for (const call of play.calls) {
    requireAbort(call);
    requirePatience(call);
    requireEnd(call);
  }
  requireTurns(play);
  for (const domain of new Set(play.calls.map(({ domain }) => domain))) {
    requireCrawlDelay(domain, play);
  }
  requireNoResidue(play);
}

function requireAbort({ number, end, ignoredAbort, fate }: LimiterCall): void {
  requireRule(
    !ignoredAbort && (!end?.wasAborted || end.as === "aborted"),
    "acquire rejects with the reason as soon as the call aborts",
    () => `Call ${number} ${ignoredAbort ? "went on waiting" : fate}, after its abort`,
  );
}

function requirePatience(call: LimiterCall): void {
  const { number, at, end, outstayed, latest, fate } = call;
  requireRule(
    !outstayed && (end?.at ?? 0) <= latest && !waitedInVain(call),
    "acquire refuses at once where the wait would end after startBy or deadline",
    () => `Call ${number}, which came at ${at} ms, ${fate}`,
  );
}

/** Whether it waited to the end of its patience although nothing had changed its turn. */
function waitedInVain({ at, end, latest, asked, wasDisturbed }: LimiterCall): boolean {
  const gaveUp = end?.as === "refused" || (end?.as === "aborted" && asked.by === "deadline");
  return gaveUp && !wasDisturbed && end.at > at && end.at >= latest;
}

function requireEnd(call: LimiterCall): void {
  const { number, end, retryAt } = call;
  requireRule(end !== undefined, "every call ends", () => `Call ${number} ${call.fate}`);
  requireRule(
    end?.as !== "failed",
    "acquire rejects with a NotNowError, or the reason of an abort",
    () => `Call ${number} was rejected with ${String(end?.error)}`,
  );
  requireRule(
    end?.as !== "refused" || (Number.isFinite(retryAt) && Number(retryAt) > end.at),
    "a refusal knows retryAt, an instant to come",
    () => `Call ${number} ${call.fate}`,
  );
}

/** Whoever came first must have ended before the next one starts. */
function requireTurns({ calls }: LimiterPlay): void {
  for (const [n, late] of calls.entries()) {
    const lateEnd = late.end;
    if (lateEnd?.as !== "started") continue;
    const early = calls
      .slice(0, n)
      .find(({ domain, end }) => domain === late.domain && end && end.at > lateEnd.at);
    requireRule(
      early === undefined,
      "first come, first served",
      () =>
        `Call ${late.number} ${late.fate}, when call ${early?.number} of ${late.domain} was waiting`,
    );
  }
}

/** Speaks of starts of calls that came after the crawl-delay was told, until another one is. */
function requireCrawlDelay(domain: string, { calls, floors }: LimiterPlay): void {
  const told = floors.filter((floor) => floor.domain === domain);
  const starts = calls.filter((call) => call.domain === domain && call.end?.as === "started");
  for (const [n, second] of starts.entries()) {
    const first = starts[n - 1];
    const floor = told.findLast(({ at }) => at <= endOf(second));
    if (!first || !floor || first.number < floor.calls) continue;
    const gapMs = endOf(second) - endOf(first);
    requireRule(
      gapMs > floor.delayMs - ROUNDING_MS,
      "a crawl-delay is the least time between two starts",
      () => `Call ${second.number} of ${domain} started ${gapMs} ms after call ${first.number}`,
    );
  }
}

function endOf({ end }: LimiterCall): number {
  return end?.at ?? Infinity;
}

function requireNoResidue({ calls, clock }: LimiterPlay): void {
  const hooked = calls.find(({ signal }) => getEventListeners(signal, "abort").length > 0);
  requireRule(
    clock.pending === 0,
    "no timer is left when nobody waits",
    () => `There are ${clock.pending}`,
  );
  requireRule(
    hooked === undefined,
    "no hook on a call is left when it has ended",
    () => `There is one on call ${hooked?.number}`,
  );
}
