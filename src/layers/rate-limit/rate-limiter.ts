import type { Context } from "../../service/context.ts";

/** What a {@link RateLimiter} is told about an exchange. */
export interface RateLimiterResponse {
  /** Status of the response; absent where none came. */
  readonly status?: number | undefined;
  /** Whether none came as its caller aborted the request, which tells nothing of the domain. */
  readonly aborted?: boolean | undefined;
  /** What Retry-After asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** From the start of the request to its end, in milliseconds. */
  readonly latencyMs: number;
}

/**
 * Decides when requests to a domain may start. Users write their own.
 *
 * @example
 * ```ts
 * const free: RateLimiter = {
 *   acquire: async (_, context) => context.throwIfAborted(),
 *   recordResponse: () => {},
 *   setCrawlDelay: () => {},
 * };
 * ```
 */
export interface RateLimiter {
  /**
   * Resolves when a request to the domain may start.
   *
   * Rejects with the reason as soon as the call aborts. Rejects at once with a `NotNowError` that
   * knows `retryAt`, and reserves nothing, where the wait would end after `context.startBy` or
   * `context.deadline`. A limiter that has to find out something first may know `ready` instead.
   */
  acquire(domain: string, context: Context): Promise<void>;
  /** Hears how each admitted request ended. */
  recordResponse(domain: string, response: RateLimiterResponse, context: Context): void;
  /** Sets the least delay between two starts, as robots.txt asks for, in milliseconds. */
  setCrawlDelay(domain: string, delayMs: number): void;
}

/** What a {@link RateLimiter} is known by. */
export const limiterMethods = ["acquire", "recordResponse", "setCrawlDelay"] as const;
