import { attemptKey } from "../service/attempt-key.ts";
import type { Context } from "../service/context.ts";
import { RejectedError } from "../service/errors.ts";
import { layerEvents, publish } from "../service/events.ts";
import { type Layer, layer } from "../service/layer.ts";
import {
  requireDuration,
  requireFunction,
  requireMethods,
  requireOptions,
  requireWhole,
} from "../service/options.ts";
import { afterwards, type Outcome, settle, unwrap } from "../service/outcome.ts";
import { type Backoff, exponential } from "./backoff.ts";
import { RetriedCall } from "./retried-call.ts";
import type { RetryBudget } from "./retry-budget.ts";

/** Options of {@link retry}. */
export interface RetryOptions<Req, Res> {
  /** Calls made after the first one. @defaultValue 2 */
  readonly limit?: number;
  /** Whether another call may mend this outcome. @defaultValue any error */
  readonly when?: (outcome: Outcome<Res>, request: Req) => boolean;
  /** Wait before each of them. @defaultValue `exponential()` */
  readonly backoff?: Backoff;
  /**
   * The wait that the outcome itself asks for, in milliseconds; wins over `backoff`, and 0 repeats
   * at once. @defaultValue none
   */
  readonly retryAfter?: (outcome: Outcome<Res>, context: Context) => number | undefined;
  /** How much of the load may be repeats; see `retryBudget`. @defaultValue any share */
  readonly budget?: RetryBudget<Req>;
}

/**
 * Calls the inner service again while its outcome can be mended.
 *
 * The last outcome reaches the caller as it was: an error is neither wrapped nor replaced.
 * A refusal, which sent nothing, is never repeated, and never hides an earlier outcome of a call
 * that was sent.
 * A wait that would not end before the deadline is not begun: the outcome is given back at once.
 * Once the call aborts, no further attempt starts and any wait ends at once.
 * `startBy` holds until an attempt has reached the leaf: a repeat that would begin later is not made,
 * and the outcome is given back at once. After that repeats may wait. A stack tells of the start; over
 * a service that does not, by `startListener`, `startBy` holds for all attempts.
 * A repeat that the `budget` refuses is not made: the outcome is given back at once, as it was. A
 * call counts for the budget as the first attempt ends that was sent: neither one that was refused nor
 * one of which no start was told before its time ran out.
 * All attempts get the same request; a layer below may change it by `attemptKey`.
 * Requests must be safe to send twice, or `when` must say which are.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<Page, Html>()
 *   .layer(retry({ limit: 3, when: isUnavailable }))
 *   .service(http);
 * ```
 */
export function retry<Req, Res>(options: RetryOptions<Req, Res> = {}): Layer<Req, Res> {
  const { limit, when, backoff, retryAfter, budget } = checked(options);
  const isFree = options.budget === undefined;
  const isContent = isFree && options.when === undefined; // with whatever has succeeded

  const waitAfter = (outcome: Outcome<Res>, attempt: number, context: Context): number => {
    const wished = retryAfter(outcome, context);
    const waitMs = wished ?? backoff(attempt, context.random);
    requireDuration(wished === undefined ? "backoff" : "retryAfter", waitMs);
    return waitMs;
  };
  const begin = (request: Req, context: Context): RetriedCall<Req> =>
    new RetriedCall(request, context, budget);
  const mendable = (outcome: Outcome<Res>, attempts: number, request: Req): boolean =>
    attempts <= limit && !isRefusal(outcome) && when(outcome, request);

  return layer(
    "retry",
    (inner) => {
      const repeat = async (first: Outcome<Res>, call: RetriedCall<Req>): Promise<Res> => {
        const { request } = call;
        let outcome = first;
        let attempts = 1;
        do {
          const { context } = call;
          context.throwIfAborted();
          const waitMs = waitAfter(outcome, attempts, context);
          if (!isInTime(context.clock.now() + waitMs, context)) break;
          if (!budget.withdraw(request, context)) {
            tell(context, "exhausted", { attempt: attempts + 1, outcome });
            break;
          }
          if (waitMs > 0) await context.sleep(waitMs);
          tell(context, "retried", { attempt: attempts + 1, waitMs, outcome });
          const next = await settle(inner.call(request, numbered(context, ++attempts)));
          if (isRefusal(next)) break;
          call.ended(next);
          outcome = next;
        } while (mendable(outcome, attempts, request));
        return unwrap(outcome);
      };

      const judged = (outcome: Outcome<Res>, call: RetriedCall<Req>): Res | Promise<Res> => {
        call.ended(outcome);
        return mendable(outcome, 1, call.request) ? repeat(outcome, call) : unwrap(outcome);
      };

      return (request, context) => {
        const isPlain = isFree && context.startBy === Infinity; // told of no attempt but by its end
        const call = isPlain ? undefined : begin(request, context);
        const first = inner.call(request, numbered(call?.context ?? context, 1));
        return isContent
          ? first.then(undefined, (error: unknown) =>
              judged({ ok: false, error }, call ?? begin(request, context)),
            )
          : afterwards(first, (outcome) => judged(outcome, call ?? begin(request, context)));
      };
    },
    { multiplicity: limit + 1 },
  );
}

/** Options with all defaults filled in. What is wrong with one is thrown here. */
function checked<Req, Res>(options: RetryOptions<Req, Res>): Required<RetryOptions<Req, Res>> {
  requireOptions("retry", options, {
    limit: true,
    when: true,
    backoff: true,
    retryAfter: true,
    budget: true,
  });
  const { limit = 2, when = isError, backoff = exponential(), retryAfter = noWish } = options;
  const { budget = unlimited } = options;
  requireWhole("limit", limit, 0);
  requireFunction("when", when);
  requireFunction("backoff", backoff);
  requireFunction("retryAfter", retryAfter);
  requireMethods("budget", budget, ["deposit", "withdraw"]);
  return { limit, when, backoff, retryAfter, budget };
}

const unlimited: RetryBudget<unknown> = { deposit: () => {}, withdraw: () => true };

function tell(context: Context, event: string, detail: Readonly<Record<string, unknown>>): void {
  if (layerEvents.hasSubscribers) publish(context, "retry", event, detail);
}

/** Whether a repeat that begins then is any use, and may begin so late. */
function isInTime(instant: number, { deadline, startBy }: Context): boolean {
  return instant < deadline && instant <= startBy;
}

function numbered(context: Context, attempt: number): Context {
  return context.get(attemptKey) === attempt ? context : context.with(attemptKey, attempt);
}

function isError(outcome: Outcome<unknown>): boolean {
  return !outcome.ok;
}

function isRefusal(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.error instanceof RejectedError;
}

function noWish(): undefined {}
