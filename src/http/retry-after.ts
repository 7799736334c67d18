import { requireDuration } from "../service/options.ts";
import { parseHttpDate } from "./http-date.ts";

/**
 * The wait that a `Retry-After` header asks for, in milliseconds from `nowMs`, in Unix time.
 *
 * The value is whole seconds or an HTTP-date, in any of the three forms; a date in the past is 0.
 * White space around it is not part of it.
 * Anything else is `undefined`, so that the caller's own backoff applies: fractions, signs,
 * exponents, other dates, lists.
 * No wait is longer than `maxMs`, by default 2⁵³ − 1 ms, which is no cap but keeps the result finite.
 *
 * @example
 * ```ts
 * retryAfterMs("120", Date.now(), 60_000); // 60000
 * ```
 */
export function retryAfterMs(
  value: string,
  nowMs: number,
  maxMs: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  requireDuration("maxMs", maxMs);
  const wait = requestedMs(value.trim(), nowMs);
  return wait === undefined ? undefined : Math.min(Math.max(wait, 0), maxMs);
}

function requestedMs(value: string, nowMs: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const instant = parseHttpDate(value, nowMs);
  return instant === undefined ? undefined : instant - nowMs;
}
