import { CallTrace, callTraceKey } from "./call-trace.ts";
import { firstOutcome } from "./first-outcome.ts";
import type { HttpTracer } from "./http-tracer.ts";
import { LazySpan } from "./lazy-span.ts";
import { otel } from "./otel.ts";
import {
  completion,
  isRefusal,
  outcomeAttributes,
  requestAttributes,
  type RequestAttributesOptions,
} from "./trace-attributes.ts";

/** Makes the span of all that a call does, for its attempts to be part of. */
export function callTracer(options: RequestAttributesOptions): HttpTracer {
  const attributesOf = requestAttributes(options);

  return ({ tracer }, inner, request, context) => {
    if (!tracer) return inner.call(request, context);
    const outer = context.get(callTraceKey);
    const active = otel().context.active();
    const span = new LazySpan({
      tracer,
      name: "fetch",
      options: () => ({ kind: otel().SpanKind.INTERNAL, attributes: attributesOf(request) }),
      parent: () => outer?.span.context ?? active,
      clock: context.clock,
    });
    const trace = new CallTrace(span, outer?.sends);
    const call = inner.call(request, context.with(callTraceKey, trace));
    return firstOutcome(call, context, (outcome) => {
      if (isRefusal(outcome, context) && !span.needed) return;
      const completed = span.isRecording ? completion(outcome) : undefined;
      if (completed) span.event("completed", completed);
      span.end(() => outcomeAttributes(outcome, context));
    });
  };
}
