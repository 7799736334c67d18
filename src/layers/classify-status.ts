import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { statusError } from "../http/status-error.ts";
import { type Layer, layer } from "../service/layer.ts";

/**
 * Turns responses with a status of 400 and above into errors, which carry the response.
 *
 * Which class a status has, {@link statusError} tells. Other responses and errors pass as they are.
 * Keep it above layers that react to a status, such as `retry`, `redirect` and rate limits.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(classifyStatus())
 *   .service(httpClient());
 * ```
 */
export function classifyStatus(): Layer<HttpRequest, HttpResponse> {
  return layer(
    "classifyStatus",
    (inner) => (request, context) =>
      inner.call(request, context).then((response) => {
        const error = statusError(request, response);
        if (error) throw error;
        return response;
      }),
    { maps: true },
  );
}
