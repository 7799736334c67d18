import type { Context } from "../service/context.ts";
import { RejectedError, TimeoutError } from "../service/errors.ts";
import type { Outcome } from "../service/outcome.ts";
import type { RetryBudget } from "./retry-budget.ts";
import { Start } from "./start.ts";

/** A call that may be repeated, which counts once for the budget. */
export class RetriedCall<Req> {
  readonly request: Req;
  readonly #start: Start;
  readonly #budget: RetryBudget<Req>;
  #isCounted = false;

  constructor(request: Req, context: Context, budget: RetryBudget<Req>) {
    this.request = request;
    this.#start = new Start(context);
    this.#budget = budget;
  }

  /** For the next attempt. */
  get context(): Context {
    return this.#start.context;
  }

  /** Hears how each attempt has ended. */
  ended(outcome: Outcome<unknown>): void {
    if (this.#isCounted || !this.#wasSent(outcome)) return;
    this.#isCounted = true;
    this.#budget.deposit(this.request, this.context);
  }

  #wasSent(outcome: Outcome<unknown>): boolean {
    if (outcome.ok) return true;
    if (outcome.error instanceof TimeoutError) return this.#start.isOver;
    return !(outcome.error instanceof RejectedError);
  }
}
