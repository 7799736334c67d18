import { redactUrl } from "../../http/url/redact-url.ts";
import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { type Layer, layer } from "../../service/layer.ts";
import { requireFunction, requireOptions } from "../../service/options.ts";
import { requireKey } from "../require-key.ts";
import { SingleFlight } from "./single-flight.ts";

/** Options of {@link coalesce}. */
export interface CoalesceOptions<Req> {
  /** What is the same for requests that may share a response. */
  readonly key: (request: Req) => string;
}

/**
 * Makes one call of those that ask for the same at once.
 *
 * All whose `key` is the same while a call is under way get its outcome by identity, be it a
 * response or an error; the next after that makes a call of its own. The request and the values
 * that are sent are those of whoever came first.
 * Each keeps its own abort, deadline and `startBy`. When the last has left, the shared call is
 * aborted, and nobody joins it any more.
 * A call that has reached the leaf has started: one that may not wait to start joins it nevertheless.
 * Before that it leaves with a `NotNowError` at its `startBy`; `ready` resolves when it may ask again.
 * A refusal for want of the patience of whoever came first fails only those with no more patience;
 * another asks again with its own.
 * What `key` throws, the call rejects with.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<Page, Html>()
 *   .layer(coalesce({ key: (page) => page.url }))
 *   .layer(concurrencyLimit({ limit: 8 }))
 *   .service(http);
 * ```
 */
export function coalesce<Req, Res>(options: CoalesceOptions<Req>): Layer<Req, Res> {
  requireOptions("coalesce", options, { key: true });
  const { key: keyOf } = options;
  requireFunction("key", keyOf);

  return layer(
    "coalesce",
    (inner) => {
      const flights = new SingleFlight<Res>();
      return (request, context) => {
        const key = keyOf(request);
        requireKey(key);
        const work = (context: Context): Promise<Res> => inner.call(request, context);
        return flights.share(key, context, work, (event, detail) => {
          if (!layerEvents.hasSubscribers) return;
          publish(context, "coalesce", event, { key: redactUrl(key), ...detail });
        });
      };
    },
    { answers: true, queues: true, detaches: true },
  );
}
