import type { Context } from "./context.ts";
import { type Layer, layer } from "./layer.ts";
import { requireFunction } from "./options.ts";

/**
 * Turns what a call rejects with into another error. Responses pass as they are.
 *
 * Refusals and the reasons of aborts come by as well; give those back as they came, since layers
 * further out know them by their class.
 *
 * @example
 * ```ts
 * const named = mapError<Page, Html>((error, page) =>
 *   error instanceof RejectedError ? error : new Error(`Cannot read ${page.url}`, { cause: error }),
 * );
 * ```
 */
export function mapError<Req, Res>(
  map: (error: unknown, request: Req, context: Context) => unknown,
): Layer<Req, Res> {
  requireFunction("map", map);
  return layer(
    "mapError",
    (inner) => (request, context) =>
      inner.call(request, context).catch((error: unknown) => {
        throw map(error, request, context);
      }),
    { maps: true },
  );
}
