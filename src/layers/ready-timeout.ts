import { type Layer, layer } from "../service/layer.ts";
import { requireDuration } from "../service/options.ts";

/**
 * Bounds how long a call may wait for admission in the layers below, in queues and limiters.
 *
 * A wait that is known to be longer is refused at once, and any other when the time is up, by the
 * layer in which it stands; nothing has been reserved or sent by then.
 * A call that has started takes the time it needs.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<Page, Html>()
 *   .layer(readyTimeout(5_000))
 *   .layer(concurrencyLimit({ limit: 8 }))
 *   .service(http);
 * ```
 */
export function readyTimeout<Req, Res>(ms: number): Layer<Req, Res> {
  requireDuration("ms", ms);
  return layer(
    "readyTimeout",
    (inner) => (request, context) => {
      const startBy = context.clock.now() + ms;
      return inner.call(request, context.withStartBy(startBy));
    },
    { sheds: true },
  );
}
