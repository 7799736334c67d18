import { ServiceError } from "../../service/errors.ts";

/** Why a call of `hedge` is aborted: one beside it was faster. Seen in the layers below only. */
export class SupersededError extends ServiceError {
  override readonly name = "SupersededError";
  readonly code = "superseded";

  constructor() {
    super("A call beside this one was faster");
  }
}
