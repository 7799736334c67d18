import { type Clock, systemClock } from "../../service/clock.ts";
import type { HttpTimings } from "../message.ts";

/** How far a connection has come: the instants of the system clock at which its steps were done. */
export interface ConnectionSteps {
  resolvedAt?: number;
  connectedAt?: number;
  /** That of connecting, where there is no TLS. */
  securedAt?: number;
}

/** The steps of a connection that has served before. */
export const alreadyOpen: ConnectionSteps = {};

/** How long a call has taken so far, by its own clock. */
export interface Spent {
  /** Undefined before the head. */
  readonly firstByteMs: number | undefined;
  readonly totalMs: number;
}

/** The timings of a call, as of now; what has not happened yet counts as if it did now. */
export function timingsOf(
  steps: ConnectionSteps,
  spent: Spent,
  clock: Clock = systemClock,
): HttpTimings {
  const { totalMs, firstByteMs = totalMs } = spent;
  if (steps === alreadyOpen) return { dnsMs: 0, connectMs: 0, tlsMs: 0, firstByteMs, totalMs };
  const now = clock.now();
  // The call may have a clock of its own, so that only spans of time can be compared.
  const untilMs = (instant = now): number =>
    Math.min(firstByteMs, Math.max(0, totalMs - (now - instant)));
  return {
    dnsMs: untilMs(steps.resolvedAt),
    connectMs: untilMs(steps.connectedAt),
    tlsMs: untilMs(steps.securedAt),
    firstByteMs,
    totalMs,
  };
}
