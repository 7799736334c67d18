import { HttpError } from "../errors.ts";
import type { HttpRequest } from "../message.ts";
import { messageOf, networkErrorCode } from "./network-error.ts";

/**
 * Any failure of the network as an {@link HttpError}, be it from Node, undici, `fetch` or another client.
 *
 * Its code tells what the failure means, also where that is hidden in its causes, or in the failures
 * of several addresses; its `cause` is the failure, and its message what that says.
 * An `HttpError` is given back as it is. An abort is `aborted`, what nobody knows `protocol`: neither
 * is worth another attempt.
 * A leaf of one's own that rejects with it is retried, counted and traced like ours.
 *
 * @example
 * ```ts
 * const byFetch = service<HttpRequest, HttpResponse>(async (request, { signal }) => {
 *   try {
 *     const response = await fetch(request.url, { signal });
 *     const { url, status, headers } = response;
 *     return new HttpResponse({ url, status, headers, body: await response.text() });
 *   } catch (error) {
 *     throw toHttpError(error, request);
 *   }
 * });
 * ```
 */
export function toHttpError(error: unknown, request?: HttpRequest): HttpError {
  if (error instanceof HttpError) return error;
  return new HttpError(networkErrorCode(error), messageOf(error), { cause: error, request });
}
