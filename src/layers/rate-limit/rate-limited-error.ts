import { NotNowError } from "../../service/errors.ts";

/** The turn of a call would have come later than the call was willing to wait. */
export class RateLimitedError extends NotNowError {
  override readonly name = "RateLimitedError";
  override readonly code = "rate_limited";
  /** What the limit is counted by, such as a domain; absent where it is one for all. */
  readonly key: string | undefined;

  constructor(key: string | undefined, retryAt: number) {
    super(`Too many requests${key === undefined ? "" : ` to ${key}`} for now`, { retryAt });
    this.key = key;
  }
}
