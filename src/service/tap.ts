import type { Context } from "./context.ts";
import { type Layer, layer } from "./layer.ts";
import { requireFunction } from "./options.ts";
import { type Outcome, settle, unwrap } from "./outcome.ts";

/**
 * Shows each outcome to `watch`, and passes it on as it is.
 *
 * What `watch` throws, the call rejects with. It is not waited for.
 *
 * @example
 * ```ts
 * const counted = tap<Page, Html>((outcome) => void (outcome.ok ? pages++ : failures++));
 * ```
 */
export function tap<Req, Res>(
  watch: (outcome: Outcome<Res>, request: Req, context: Context) => void,
): Layer<Req, Res> {
  requireFunction("watch", watch);
  return layer("tap", (inner) => async (request, context) => {
    const outcome = await settle(inner.call(request, context));
    watch(outcome, request, context);
    return unwrap(outcome);
  });
}
