import type { Context } from "../service/context.ts";
import { NotNowError } from "../service/errors.ts";
import { layerEvents, publish } from "../service/events.ts";
import { type Layer, layer } from "../service/layer.ts";
import { requireOptions, requireWhole } from "../service/options.ts";
import { Moment } from "./moment.ts";
import { WaitingLine } from "./waiting-line.ts";

/** Options of {@link concurrencyLimit}. */
export interface ConcurrencyLimitOptions {
  /** Calls that may be in flight at once. */
  readonly limit: number;
  /** Calls that may wait for a place. @defaultValue `Infinity` */
  readonly queue?: number;
}

/** No place of a {@link concurrencyLimit} was free, or came free in time. */
export class OverloadedError extends NotNowError {
  override readonly name = "OverloadedError";
  override readonly code = "overloaded";
  readonly limit: number;
  readonly waiting: number;

  constructor(limit: number, waiting: number, ready?: Promise<void>) {
    super(`No place came free: limit ${limit}, calls waiting ${waiting}`, { ready });
    this.limit = limit;
    this.waiting = waiting;
  }
}

/**
 * Lets at most `limit` calls through at once; the others wait, first come first served.
 *
 * A place that comes free goes straight to the call that has waited longest: nobody barges in.
 * It comes free when the inner service has ended, however it ends, and not when its caller gives up.
 * A waiting call that aborts leaves the queue at once.
 * A call that finds the queue full, or still stands in it at its `startBy`, rejects with an
 * {@link OverloadedError}, whose `ready` resolves when a place comes free or a full queue shortens.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<Page, Html>()
 *   .layer(concurrencyLimit({ limit: 8, queue: 100 }))
 *   .service(http);
 * ```
 */
export function concurrencyLimit<Req, Res>(options: ConcurrencyLimitOptions): Layer<Req, Res> {
  requireOptions("concurrencyLimit", options, { limit: true, queue: true });
  const { limit, queue = Infinity } = options;
  requireWhole("limit", limit, 1);
  requireWhole("queue", queue, 0);

  return layer(
    "concurrencyLimit",
    (inner) => {
      let free = limit; // above 0 only while nobody waits
      const vacancy = new Moment();
      const vacated = (): void => {
        if (free > 0 || line.length === queue - 1) vacancy.come();
      };
      const line = new WaitingLine(vacated);

      const refusal = (context: Context): OverloadedError => {
        const waiting = line.length;
        if (layerEvents.hasSubscribers) {
          publish(context, "concurrencyLimit", "refused", { waiting });
        }
        return new OverloadedError(limit, waiting, vacancy.next);
      };
      const release = (): void => {
        if (!line.admit()) free++;
        vacated();
      };
      const enter = (request: Req, context: Context): Promise<Res> => {
        const response = inner.call(request, context);
        response.then(release, release);
        return response;
      };

      return (request, context) => {
        if (free > 0) {
          free--;
          return enter(request, context);
        }
        context.throwIfAborted();
        if (line.length >= queue || context.patienceMs() === 0) throw refusal(context);
        if (layerEvents.hasSubscribers) {
          publish(context, "concurrencyLimit", "queued", { before: line.length });
        }
        return line.join(
          context,
          () => enter(request, context),
          () => refusal(context),
        );
      };
    },
    { queues: true, limits: true },
  );
}
