import type { Context } from "./context.ts";
import { type Layer, layer } from "./layer.ts";
import { requireFunction } from "./options.ts";

/**
 * Goes on with each response of the inner service, and answers with what comes of that.
 *
 * What `next` throws or rejects with, the call rejects with. Errors pass as they are.
 *
 * @example
 * ```ts
 * const saved = ServiceBuilder.for<Page, FileName>()
 *   .layer(andThen(async (html: Html, page) => save(page.url, html)))
 *   .service(http);
 * ```
 */
export function andThen<Req, Res, InnerRes>(
  next: (response: InnerRes, request: Req, context: Context) => Promise<Res>,
): Layer<Req, Res, Req, InnerRes> {
  requireFunction("next", next);
  return layer(
    "andThen",
    (inner) => (request, context) =>
      inner.call(request, context).then((response) => next(response, request, context)),
    { maps: true },
  );
}
