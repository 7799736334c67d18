import type { Context } from "./context.ts";
import { type Layer, layer } from "./layer.ts";
import { requireFunction } from "./options.ts";

/**
 * Turns each request into the one that the inner service is asked.
 *
 * What `map` throws, the call rejects with, and the inner service is not called.
 *
 * @example
 * ```ts
 * const byId = ServiceBuilder.for<number, Html>()
 *   .layer(mapRequest((id) => ({ url: `https://example.com/${id}` })))
 *   .service(http);
 * ```
 */
export function mapRequest<Req, Res, InnerReq>(
  map: (request: Req, context: Context) => InnerReq,
): Layer<Req, Res, InnerReq, Res> {
  requireFunction("map", map);
  return layer(
    "mapRequest",
    (inner) => (request, context) => inner.call(map(request, context), context),
    { maps: true },
  );
}
