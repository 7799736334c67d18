import { type ContextKey, contextKey } from "../../service/context-key.ts";
import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { type Layer, layer } from "../../service/layer.ts";
import {
  requireDuration,
  requireFunction,
  requireMethods,
  requireOptions,
  requireWhole,
} from "../../service/options.ts";
import type { Service } from "../../service/service.ts";
import { onStart } from "../../service/start-listener.ts";
import { retryBudget, type RetryBudget } from "../retry-budget.ts";
import { Race } from "./race.ts";

/** Options of {@link hedge}. */
export interface HedgeOptions<Req> {
  /** How long a call may take before another starts beside it, in milliseconds. */
  readonly delayMs: number;
  /** Calls made beside the first one. @defaultValue 1 */
  readonly limit?: number;
  /** Whether this request may be sent twice. @defaultValue any */
  readonly when?: (request: Req) => boolean;
  /** How much of the load they may be. @defaultValue `retryBudget({ ratio: 0.1 })` for each stack */
  readonly budget?: RetryBudget<Req>;
}

/** Which of the calls of {@link hedge} one is: 0 is the first. Layers under it may read it. */
export const hedgeKey: ContextKey<number> = contextKey("hedge", 0);

/**
 * Makes another call beside one that takes long, and gives back whichever succeeds first.
 *
 * Whatever resolves is a success. For a request that `when` excludes no other call is made.
 * `delayMs` counts from the start at the leaf, since to wait in a queue is no sign of a slow server,
 * and another call there would only wait too. As long after that the next one is made, up to `limit`.
 * A stack tells of the start; over a service that does not, by `startListener`, the first call is
 * alone.
 * Calls beside the first have no patience: one that would have to wait for admission is refused, and
 * comes to nothing.
 * An error of the first call is passed on at once while it runs alone. Once others run, an error of
 * one never beats a call still pending, and if all fail, the error of the first call is given.
 * Calls that have lost are aborted with a {@link SupersededError}; what comes of them disturbs
 * nobody. An abort of the call ends all, and rejects with its reason at once.
 * A call counts for the `budget` when it starts. Once the budget refuses, no further call is made.
 * Keep it below `retry`, and above what limits: each call takes a place or a turn of its own.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<Page, Html>()
 *   .layer(retry())
 *   .layer(hedge({ delayMs: 500 }))
 *   .service(http);
 * ```
 */
export function hedge<Req, Res>(options: HedgeOptions<Req>): Layer<Req, Res> {
  requireOptions("hedge", options, { delayMs: true, limit: true, when: true, budget: true });
  const { delayMs, limit = 1, when = () => true, budget } = options;
  requireDuration("delayMs", delayMs);
  requireWhole("limit", limit, 0);
  requireFunction("when", when);
  if (budget !== undefined) requireMethods("budget", budget, ["deposit", "withdraw"]);

  return layer(
    "hedge",
    (inner) => {
      const plan = { delayMs, limit, budget: budget ?? retryBudget<Req>({ ratio: 0.1 }) };
      return (request, context) =>
        when(request) ? hedged(plan, inner, request, context) : inner.call(request, context);
    },
    { multiplicity: limit + 1, parallel: true },
  );
}

type Plan<Req> = Required<Omit<HedgeOptions<Req>, "when">>;

function hedged<Req, Res>(
  { delayMs, limit, budget }: Plan<Req>,
  inner: Service<Req, Res>,
  request: Req,
  context: Context,
): Promise<Res> {
  return new Promise((resolve, reject) => {
    let hedges = 0;
    const won = (hedge: number): void => {
      if (hedges > 0) tell(context, "won", { hedge });
    };
    const race = new Race<Res>(context, { resolve, reject, won });

    const hedgeLater = (): void => {
      if (hedges < limit) race.actLater(hedgeNow, delayMs);
    };
    const hedgeNow = (): void => {
      if (!budget.withdraw(request, context)) return tell(context, "exhausted");
      const hedge = ++hedges;
      tell(context, "hedged", { hedge });
      race.run((context) => inner.call(request, numbered(context, hedge)));
      hedgeLater();
    };
    const started = (): void => {
      budget.deposit(request, context);
      hedgeLater();
    };
    race.act(() => race.run((context) => inner.call(request, onFirstStart(context, started))));
  });
}

/** One of the calls beside the first, without patience. */
function numbered(context: Context, hedge: number): Context {
  return context.withStartBy(context.clock.now()).with(hedgeKey, hedge);
}

/** The call, which tells when it starts for the first time. */
function onFirstStart(context: Context, started: () => void): Context {
  let isFirst = true;
  return onStart(context, () => {
    if (isFirst) {
      isFirst = false;
      started();
    }
  });
}

function tell(
  context: Context,
  event: string,
  detail: Readonly<Record<string, unknown>> = {},
): void {
  if (layerEvents.hasSubscribers) publish(context, "hedge", event, detail);
}
