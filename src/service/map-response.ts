import type { Context } from "./context.ts";
import { type Layer, layer } from "./layer.ts";
import { requireFunction } from "./options.ts";

/**
 * Turns each response of the inner service into the one that the caller sees.
 *
 * What `map` throws, the call rejects with. Errors pass as they are.
 *
 * @example
 * ```ts
 * const titles = ServiceBuilder.for<Page, string>()
 *   .layer(mapResponse((html: Html) => titleOf(html)))
 *   .service(http);
 * ```
 */
export function mapResponse<Req, Res, InnerRes>(
  map: (response: InnerRes, request: Req, context: Context) => Res,
): Layer<Req, Res, Req, InnerRes> {
  requireFunction("map", map);
  return layer(
    "mapResponse",
    (inner) => (request, context) =>
      inner.call(request, context).then((response) => map(response, request, context)),
    { maps: true },
  );
}
