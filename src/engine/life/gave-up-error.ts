import { ServiceError } from "../../service/errors.ts";

/** A crawl that was aborted did not wait any longer for what hangs; the `cause` is why it was aborted. */
export class GaveUpError extends ServiceError {
  override readonly name = "GaveUpError";
  readonly code = "gave_up";

  constructor(what: string, ms: number, cause: unknown) {
    super(`The crawl gave up: ${what} did not end, and nothing moved for ${ms} ms`, { cause });
  }
}
