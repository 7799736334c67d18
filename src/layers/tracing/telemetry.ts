import type {
  Histogram,
  Meter,
  MeterProvider,
  Tracer,
  TracerProvider,
  UpDownCounter,
} from "@opentelemetry/api";

import { version } from "../../http/client/version.ts";
import { requireMethods } from "../../service/options.ts";
import { guarded } from "./guarded.ts";
import { observeCircuits } from "./observe-circuits.ts";
import { isOtelInUse, otel } from "./otel.ts";

/** Where traces and measurements go. */
export interface Telemetry {
  /** Undefined where nobody takes spans. */
  readonly tracer: Tracer | undefined;
  readonly meter: Meter;
  /** `http.client.request.duration`, in seconds. */
  readonly duration: Histogram;
  /** `http.client.active_requests`, by method and server. */
  readonly active: UpDownCounter;
}

/** Whose telemetry to use. */
export interface TelemetryOptions {
  /** @defaultValue the global one */
  readonly tracerProvider?: TracerProvider;
  /** @defaultValue the global one */
  readonly meterProvider?: MeterProvider;
}

const NAME = "pagoda";

/**
 * Tells where telemetry goes, undefined while there is no SDK to take it.
 *
 * It is asked once a call: an SDK may be registered later, and the API has no other way to tell. One that
 * throws is as good as none.
 */
export function telemetrySource(options: TelemetryOptions): () => Telemetry | undefined {
  const { tracerProvider, meterProvider } = options;
  if (tracerProvider !== undefined) requireMethods("tracerProvider", tracerProvider, ["getTracer"]);
  if (meterProvider !== undefined) requireMethods("meterProvider", meterProvider, ["getMeter"]);
  let traces: TracerProvider | undefined;
  let meters: MeterProvider | undefined;
  let hasCome = nobody; // who takes spans, since the last look
  let telemetry: Telemetry | undefined;
  const isGlobal = tracerProvider === undefined && meterProvider === undefined;

  return () => {
    if (isGlobal && !isOtelInUse()) return undefined;
    const tracesNow = tracerProvider ?? otel().trace.getTracerProvider();
    const metersNow = meterProvider ?? otel().metrics.getMeterProvider();
    const isSame = tracesNow === traces && metersNow === meters;
    if (isSame && !hasCome()) return telemetry;
    traces = tracesNow;
    meters = metersNow;
    const takesSpans = spanCheck(tracesNow);
    const taker = takesSpans() ? tracesNow : undefined;
    hasCome = taker ? nobody : takesSpans;
    telemetry = guarded(metersNow, () => telemetryOf(taker, metersNow));
    return telemetry;
  };
}

const nobody = (): boolean => false;

/** Makes a check whether somebody takes the spans that are told to this one. */
function spanCheck(traces: TracerProvider): () => boolean {
  // What stands for a provider that may come later has this method.
  if (!("getDelegateTracer" in traces) || typeof traces.getDelegateTracer !== "function") {
    return () => true;
  }
  const delegate: () => unknown = traces.getDelegateTracer.bind(traces, NAME);
  return () => guarded(traces, delegate) !== undefined;
}

function telemetryOf(
  traces: TracerProvider | undefined,
  meters: MeterProvider,
): Telemetry | undefined {
  const meter = meters.getMeter(NAME, version);
  if (!traces && meter === otel().createNoopMeter()) return undefined;
  const tracer = traces?.getTracer(NAME, version);
  const duration = meter.createHistogram("http.client.request.duration", {
    description: "Duration of HTTP client requests.",
    unit: "s",
    advice: {
      explicitBucketBoundaries: [
        0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
      ],
    },
  });
  const active = meter.createUpDownCounter("http.client.active_requests", {
    description: "Number of active HTTP requests.",
    unit: "{request}",
  });
  observeCircuits(meter);
  return { tracer, meter, duration, active };
}
