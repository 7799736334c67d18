import { ServiceError } from "../../service/errors.ts";

/** A hook of the user's threw, or gave what it must not; the `cause` tells. */
export class HookError extends ServiceError {
  override readonly name = "HookError";
  readonly code = "hook_failed";
  /** Which of the options of the crawl it is. */
  readonly hook: "accept" | "filter" | "onResponse";

  constructor(hook: HookError["hook"], of: string, cause: unknown) {
    super(`${hook}() failed for ${of}`, { cause });
    this.hook = hook;
  }
}
