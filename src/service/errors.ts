import { show } from "./options.ts";

/** A failure this library raises itself. Anything else a call rejects with came from below it. */
export abstract class ServiceError extends Error {
  /** Stable name of the condition, for logs and `switch`. */
  abstract readonly code: string;
}

/**
 * The call was refused before it reached the inner service: nothing was sent.
 *
 * Final: the same call would be refused again. A refusal that time or events may lift is a
 * {@link NotNowError}. Built without a stack, since refusing must cost less than serving.
 */
export class RejectedError extends ServiceError {
  override readonly name: string = "RejectedError";
  readonly code: string = "rejected";

  constructor(message: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** What a {@link NotNowError} knows of the end of its cause. */
export interface NotNowOptions extends ErrorOptions {
  /** When the clock of the call reads this, the same call may pass. @defaultValue unknown */
  readonly retryAt?: number | undefined;
  /** Resolves when the same call may pass. It never rejects. @defaultValue unknown */
  readonly ready?: Promise<void> | undefined;
}

/**
 * The call was refused for now, since it was not willing to wait. Nothing was reserved.
 *
 * A `retryAt` that is no number is a `RangeError`, as nobody could wait for it.
 */
export class NotNowError extends RejectedError {
  override readonly name: string = "NotNowError";
  override readonly code: string = "not_now";
  /** When the clock of the call reads this, the same call may pass. */
  readonly retryAt: number | undefined;
  /** Resolves when the same call may pass. It never rejects. */
  readonly ready: Promise<void> | undefined;

  constructor(message: string, options: NotNowOptions = {}) {
    super(message, options);
    requireInstant(options.retryAt);
    this.retryAt = options.retryAt;
    this.ready = options.ready;
  }
}

function requireInstant(retryAt: number | undefined): void {
  if (retryAt === undefined || (typeof retryAt === "number" && !Number.isNaN(retryAt))) return;
  throw new RangeError(`Expected "retryAt" to be a number of milliseconds: got ${show(retryAt)}`);
}

/** The stack was disposed: it takes no more calls, and ended those that outlived its patience. */
export class ClosedError extends RejectedError {
  override readonly name = "ClosedError";
  override readonly code = "closed";
}

/** The time given to a call ran out; the call may have been sent. */
export class TimeoutError extends ServiceError {
  override readonly name = "TimeoutError";
  readonly code = "timeout";
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`Call took longer than ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}
