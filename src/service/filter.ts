import type { Context } from "./context.ts";
import { RejectedError } from "./errors.ts";
import { type Layer, layer } from "./layer.ts";
import { requireFunction } from "./options.ts";

/** A {@link filter} kept the request from being sent. */
export class FilteredError extends RejectedError {
  override readonly name = "FilteredError";
  override readonly code = "filtered";
}

/**
 * Sends only the requests that `allows` lets pass; the others reject with a {@link FilteredError}.
 *
 * A refused request reserves nothing further in. What `allows` throws or rejects with, the call
 * rejects with.
 *
 * @example
 * ```ts
 * const https = filter<Page, Html>((page) => page.url.startsWith("https:"));
 * ```
 */
export function filter<Req, Res>(
  allows: (request: Req, context: Context) => boolean | Promise<boolean>,
): Layer<Req, Res> {
  requireFunction("allows", allows);
  return layer("filter", (inner) => async (request, context) => {
    if (await allows(request, context)) return inner.call(request, context);
    throw new FilteredError("The filter refused the request");
  });
}
