import { redactUrl } from "../../http/url/redact-url.ts";
import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import type { Cacheable } from "./cacheable.ts";

/** Publishes what a cache did with a request. */
export function tellCache(
  context: Context,
  event: string,
  { key }: Cacheable,
  detail?: object,
): void {
  if (layerEvents.hasSubscribers)
    publish(context, "cache", event, { key: redactUrl(key), ...detail });
}
