import type { TelemetryOptions } from "../../layers/tracing/telemetry.ts";
import type { RequestAttributesOptions } from "../../layers/tracing/trace-attributes.ts";
import { requireOptions, show } from "../../service/options.ts";

/** Whom a crawl tells of its pages and figures, and what of its requests is not told. */
export interface CrawlTelemetryOptions extends TelemetryOptions, RequestAttributesOptions {}

const known: Readonly<Record<keyof CrawlTelemetryOptions, true>> = {
  tracerProvider: true,
  meterProvider: true,
  secretParams: true,
  knownMethods: true,
};

/** Reads the option `telemetry` of a crawl: `false` tells nobody. */
export function telemetryOf(
  option: boolean | CrawlTelemetryOptions = true,
): CrawlTelemetryOptions | false {
  if (typeof option === "boolean") return option && {};
  if (typeof option !== "object" || option === null) {
    throw new TypeError(`Expected "telemetry" to be true, false or options: got ${show(option)}`);
  }
  requireOptions("telemetry in crawl()", option, known);
  return option;
}
