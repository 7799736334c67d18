import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { type Layer, layer } from "../../service/layer.ts";
import { requireBoolean, requireOptions, show } from "../../service/options.ts";
import type { Outcome } from "../../service/outcome.ts";
import { telemetrySource, type TelemetryOptions } from "./telemetry.ts";
import { attemptTracer } from "./trace-attempt.ts";
import { completion, type RequestAttributesOptions } from "./trace-attributes.ts";
import { callTracer } from "./trace-call.ts";

/** Options of {@link tracing}. */
export interface TracingOptions extends TelemetryOptions, RequestAttributesOptions {
  /** What a span stands for: all that a call does, or one request on the wire. */
  readonly span: "call" | "attempt";
  /** Whether an attempt carries its trace on to the server, in the headers of the global propagator. @defaultValue `false` */
  readonly propagate?: boolean;
}

/**
 * Traces and measures by the OpenTelemetry conventions for HTTP clients. Stack it twice.
 *
 * `span: "attempt"`, just above the leaf, makes a CLIENT span for each request on the wire, named by its
 * method, and measures `http.client.request.duration`, in seconds, and
 * `http.client.active_requests`. Spans of resent requests, after a
 * redirect or a failure, count them in `http.request.resend_count`.
 *
 * `span: "call"`, outermost, makes an INTERNAL span `fetch` that is the parent of the attempts; its own
 * parent is the span active where the call was made. A response adds the event `completed`, with status,
 * size, redirects, and whether a cache gave it; it is published on `pagoda:layer` too.
 *
 * A status of 400 and above and an error set the status Error and `error.type`: the status, or the code
 * of the error. What the caller aborts is no error, and its time tells nothing, so it is not measured.
 * A span ends with its call, the body being read by then, or as soon as that aborts.
 * Refused calls make no span and are not measured.
 * `url.full` shows neither user name and password nor values of `secretParams`.
 * No header is sent to servers unless `propagate` is set.
 * While no SDK is registered, calls pass as they are.
 *
 * @example
 * ```ts
 * const traced = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(tracing({ span: "call" }))
 *   .layer(retry(httpRetry()))
 *   .layer(tracing({ span: "attempt" }))
 *   .service(httpClient());
 * ```
 */
export function tracing(options: TracingOptions): Layer<HttpRequest, HttpResponse> {
  requireOptions("tracing", options, known);
  const { span, propagate = false } = options;
  requireSpan(span);
  requireBoolean("propagate", propagate);
  if (propagate && span === "call") {
    throw new TypeError(
      'Expected "propagate" with span "attempt", which is what is sent: got "call"',
    );
  }
  const current = telemetrySource(options);
  const trace = span === "call" ? callTracer(options) : attemptTracer(options);

  return layer(`tracing(${span})`, (inner) => (request, context) => {
    const telemetry = current();
    const call = telemetry
      ? trace(telemetry, inner, request, context)
      : inner.call(request, context);
    return span === "call" && layerEvents.hasSubscribers ? announced(call, context) : call;
  });
}

const known = {
  span: true,
  propagate: true,
  secretParams: true,
  knownMethods: true,
  tracerProvider: true,
  meterProvider: true,
} as const;

function announced(call: Promise<HttpResponse>, context: Context): Promise<HttpResponse> {
  const tell = (outcome: Outcome<HttpResponse>): void => {
    const completed = completion(outcome);
    if (completed) publish(context, "tracing(call)", "completed", completed);
  };
  call.then(
    (value) => tell({ ok: true, value }),
    (error: unknown) => tell({ ok: false, error }),
  );
  return call;
}

function requireSpan(span: unknown): void {
  if (span === "call" || span === "attempt") return;
  throw new TypeError(`Expected "span" to be "call" or "attempt": got ${show(span)}`);
}
