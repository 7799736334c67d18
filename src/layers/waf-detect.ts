import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { WafBlocked } from "../http/status-error.ts";
import { detectWaf, type WafDetection } from "../http/waf/detect-waf.ts";
import type { Context } from "../service/context.ts";
import { layerEvents, publish } from "../service/events.ts";
import { type Layer, layer } from "../service/layer.ts";

/**
 * Turns responses of firewalls into a {@link WafBlocked}, which carries the response and the vendor.
 *
 * What such a response is, {@link detectWaf} tells: a challenge counts whatever its status, 200 too.
 * Other responses and errors pass as they are. The event `blocked` tells vendor and signals.
 * Keep it below `cache`, so that no challenge is kept as a page, and below `retry`, which repeats no
 * `WafBlocked`; above layers that react to a status, such as rate limits, which go on to see it.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(classifyStatus())
 *   .layer(wafDetect())
 *   .service(httpClient());
 * ```
 */
export function wafDetect(): Layer<HttpRequest, HttpResponse> {
  return layer(
    "wafDetect",
    (inner) => (request, context) =>
      inner.call(request, context).then((response) => {
        const detection = detectWaf(response);
        if (!detection) return response;
        tell(context, detection);
        throw new WafBlocked(request, response, detection);
      }),
    { maps: true },
  );
}

function tell(context: Context, { vendor, signals }: WafDetection): void {
  if (layerEvents.hasSubscribers) publish(context, "wafDetect", "blocked", { vendor, signals });
}
