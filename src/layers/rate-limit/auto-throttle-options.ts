import { requireDuration, requireOptions, show } from "../../service/options.ts";
import type { AutoDelayRules } from "./auto-delay.ts";

/** Options of a delay that follows latency; see `PerDomainThrottle`. */
export interface AutoThrottleOptions {
  /** Requests to a domain that should be under way at once, on average. @defaultValue 1 */
  readonly targetConcurrency?: number;
  /** The delay of a domain that has not answered yet, in milliseconds. @defaultValue 5 s, or `maxDelayMs` if that is less */
  readonly startDelayMs?: number;
  /** The most that latency can raise the delay to, in milliseconds. @defaultValue `maxDelayMs` of the throttle */
  readonly maxDelayMs?: number;
}

/** Reads the option `autoThrottle` of a throttle with this `maxDelayMs`; undefined where it is off. */
export function autoThrottleOf(
  option: boolean | AutoThrottleOptions,
  mostMs: number,
): AutoDelayRules | undefined {
  if (option === false) return undefined;
  const options = option === true ? {} : option;
  requireOptions("autoThrottle", options, KNOWN);
  const { targetConcurrency = 1, maxDelayMs = mostMs } = options;
  const { startDelayMs = Math.min(START_DELAY_MS, maxDelayMs) } = options;
  requireFactor(targetConcurrency);
  requireDuration("autoThrottle.maxDelayMs", maxDelayMs);
  requireDuration("autoThrottle.startDelayMs", startDelayMs);
  requireAtMost("autoThrottle.maxDelayMs", maxDelayMs, `"maxDelayMs", ${mostMs}`, mostMs);
  requireAtMost(
    "autoThrottle.startDelayMs",
    startDelayMs,
    `its "maxDelayMs", ${maxDelayMs}`,
    maxDelayMs,
  );
  return { targetConcurrency, startDelayMs, maxDelayMs };
}

const KNOWN = { targetConcurrency: true, startDelayMs: true, maxDelayMs: true } as const;
const START_DELAY_MS = 5000;

function requireFactor(targetConcurrency: number): void {
  if (Number.isFinite(targetConcurrency) && targetConcurrency > 0) return;
  throw new RangeError(
    `Expected "autoThrottle.targetConcurrency" to be a finite number > 0: got ${show(targetConcurrency)}`,
  );
}

function requireAtMost(option: string, ms: number, what: string, mostMs: number): void {
  if (ms <= mostMs) return;
  throw new RangeError(`Expected "${option}" to be at most ${what}: got ${ms}`);
}
