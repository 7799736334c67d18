import type { Context } from "../service/context.ts";
import { RejectedError } from "../service/errors.ts";
import { layerEvents, publish } from "../service/events.ts";
import { type Layer, layer } from "../service/layer.ts";
import { requireFunction, requireOptions } from "../service/options.ts";
import { Start } from "./start.ts";

/** Options of {@link fallback}. */
export interface FallbackOptions<Req> {
  /** Whether this error is one to answer. @defaultValue any error, refusals as well */
  readonly when?: (error: unknown, request: Req) => boolean;
}

/**
 * Answers in place of an inner service that failed.
 *
 * A response passes as it is, and so does an error that is not one to answer.
 * What `answer` or `when` throws, the call rejects with.
 * `answer` gets the context of the call, with its deadline and its abort. Unless the call has reached
 * the leaf, and was not refused there, that still has its `startBy`: for the layers of what `answer`
 * calls, as nothing holds `answer` itself to it. A stack tells of the start; over a service that does
 * not, by `startListener`, the `startBy` stays.
 * An aborted call is never answered, and rejects with the reason.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<Page, Html>()
 *   .layer(fallback((_error, page, context) => mirror.call(page, context)))
 *   .layer(retry())
 *   .service(http);
 * ```
 */
export function fallback<Req, Res>(
  answer: (error: unknown, request: Req, context: Context) => Res | Promise<Res>,
  options: FallbackOptions<Req> = {},
): Layer<Req, Res> {
  requireFunction("answer", answer);
  requireOptions("fallback", options, { when: true });
  const { when = always } = options;
  requireFunction("when", when);

  return layer(
    "fallback",
    (inner) => (request, context) => {
      const start = context.startBy < Infinity ? new Start(context) : { context };
      return inner.call(request, start.context).catch((error: unknown) => {
        context.throwIfAborted();
        if (!when(error, request)) throw error;
        if (layerEvents.hasSubscribers) publish(context, "fallback", "fellBack", { error });
        const refused = error instanceof RejectedError;
        return answer(error, request, refused ? context : start.context);
      });
    },
    { maps: true },
  );
}

function always(): boolean {
  return true;
}
