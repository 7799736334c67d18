import type { HttpTimings } from "../message.ts";

/** How far a connection has come: the instants of the system clock at which its steps were done. */
export interface ConnectionSteps {
  resolvedAt?: number;
  connectedAt?: number;
  /** That of connecting, where there is no TLS. */
  securedAt?: number;
}

/** The steps of a connection that has served before. */
export const alreadyOpen: ConnectionSteps = {
  resolvedAt: -Infinity,
  connectedAt: -Infinity,
  securedAt: -Infinity,
};

/** How long a call has taken so far, by its own clock. */
export interface Spent {
  /** Undefined before the head. */
  readonly firstByteMs: number | undefined;
  readonly totalMs: number;
}

/**
 * The timings of a call on a connection, as of `now` of the system clock.
 *
 * What has not happened yet counts as if it did now: so none is less than the one before it.
 */
export function timingsOf(steps: ConnectionSteps, spent: Spent, now: number): HttpTimings {
  const { totalMs, firstByteMs = totalMs } = spent;
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
