import type { Clock } from "../../service/clock.ts";
import {
  requireOptions,
  requirePositiveDuration,
  requireWhole,
  show,
} from "../../service/options.ts";
import { SlidingWindow } from "./sliding-window.ts";

/** What a closed circuit remembers of its calls, to know when to open. */
export interface TripHistory {
  /** How many failures it counts at present. */
  readonly failures: number;
  /** Hears how a call has ended. True opens the circuit. */
  record(failed: boolean, clock: Clock): boolean;
}

/** Makes an empty history, whenever a circuit has closed. Users write their own. */
export type TripPolicy = () => TripHistory;

/**
 * Opens a circuit after `n` failures in a row.
 *
 * @example
 * ```ts
 * const guarded = circuitBreaker<Page, Html>({ trip: consecutiveFailures(3) });
 * ```
 */
export function consecutiveFailures(n: number): TripPolicy {
  requireWhole("n", n, 1);
  return () => {
    const history = {
      failures: 0,
      record(failed: boolean): boolean {
        history.failures = failed ? history.failures + 1 : 0;
        return history.failures >= n;
      },
    };
    return history;
  };
}

/** Options of {@link failureRate}. */
export interface FailureRateOptions {
  /** The part of the calls that must have failed, above 0 and up to 1. @defaultValue 0.5 */
  readonly threshold?: number;
  /** How far back calls count, in milliseconds. @defaultValue 10 s */
  readonly windowMs?: number;
  /** How many calls there must be to speak of a rate. @defaultValue 20 */
  readonly minCalls?: number;
}

/**
 * Opens a circuit at a failure that makes the failed part of the latest calls reach `threshold`.
 *
 * The window moves in tenths: a call counts for `windowMs`, less up to a tenth of it.
 *
 * @example
 * ```ts
 * const trip = failureRate({ threshold: 0.3, windowMs: 60_000 });
 * const guarded = circuitBreaker<Page, Html>({ trip });
 * ```
 */
export function failureRate(options: FailureRateOptions = {}): TripPolicy {
  requireOptions("failureRate", options, { threshold: true, windowMs: true, minCalls: true });
  const { threshold = 0.5, windowMs = 10_000, minCalls = 20 } = options;
  requireShare("threshold", threshold);
  requirePositiveDuration("windowMs", windowMs);
  requireWhole("minCalls", minCalls, 1);

  return () => {
    const window = new SlidingWindow(windowMs);
    return {
      get failures() {
        return window.failures;
      },
      record(failed, clock) {
        window.add(failed, clock.now());
        const { calls, failures } = window;
        return failed && calls >= minCalls && failures / calls >= threshold;
      },
    };
  };
}

function requireShare(option: string, value: number): void {
  if (typeof value === "number" && value > 0 && value <= 1) return;
  throw new RangeError(`Expected "${option}" to be above 0 and at most 1: got ${show(value)}`);
}
