import { type Layer, layer } from "../service/layer.ts";
import { requireDuration } from "../service/options.ts";
import { untilAborted } from "../service/until-aborted.ts";

/**
 * Ends a call that takes longer than `ms`, waits in the layers below included.
 *
 * It then rejects with a `TimeoutError`, whether the inner service heeds the abort or not; a place
 * taken below stays taken until that has ended.
 * Layers below know the deadline, and refuse at once a wait that would end after it.
 * What has ended in time passes as it was, and leaves no timer.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<Page, Html>()
 *   .layer(timeout(30_000))
 *   .service(http);
 * ```
 */
export function timeout<Req, Res>(ms: number): Layer<Req, Res> {
  requireDuration("ms", ms);
  return layer(
    "timeout",
    (inner) => (request, context) => untilAborted(context.scopeFor(ms), inner, request),
  );
}
