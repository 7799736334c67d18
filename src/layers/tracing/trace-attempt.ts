import { type Attributes, context as otelContext, propagation, SpanKind } from "@opentelemetry/api";

import { HttpHeaders } from "../../http/headers.ts";
import type { HttpRequest } from "../../http/message.ts";
import { attemptKey } from "../../service/attempt-key.ts";
import { callTraceKey } from "./call-trace.ts";
import { firstOutcome } from "./first-outcome.ts";
import type { HttpTracer } from "./http-tracer.ts";
import { LazySpan } from "./lazy-span.ts";
import {
  isAbort,
  isRefusal,
  outcomeAttributes,
  requestAttributes,
  type RequestAttributesOptions,
} from "./trace-attributes.ts";

/** Makes the span of one request on the wire, and measures it. */
export function attemptTracer(
  options: RequestAttributesOptions & { readonly propagate?: boolean },
): HttpTracer {
  const { propagate = false } = options;
  const attributesOf = requestAttributes(options);

  return ({ tracer, duration, active }, inner, request, context) => {
    const trace = context.get(callTraceKey);
    const parent = otelContext.active();
    const resends = trace ? trace.sends++ : context.get(attemptKey) - 1;
    const attributes = attributesOf(request);
    const span = new LazySpan({
      tracer,
      name: nameOf(attributes),
      options: () => ({ kind: SpanKind.CLIENT, attributes: { ...attributes, ...resent(resends) } }),
      parent: () => trace?.span.context ?? parent,
      clock: context.clock,
    });
    const server = measured(attributes);
    active.add(1, server);
    const call = inner.call(propagate ? carrying(request, span) : request, context);
    return firstOutcome(call, context, (outcome) => {
      active.add(-1, server);
      if (isRefusal(outcome, context) && !span.needed) return;
      const end = outcomeAttributes(outcome, context);
      span.end(end);
      if (isAbort(outcome, context)) return;
      duration.record(span.elapsedMs() / 1000, measured({ ...attributes, ...end }), span.context);
    });
  };
}

function nameOf({ "http.request.method": method }: Attributes): string {
  return method === "_OTHER" ? "HTTP" : String(method);
}

function resent(resends: number): Attributes {
  return resends > 0 ? { "http.request.resend_count": resends } : {};
}

const dimensions = [
  "http.request.method",
  "server.address",
  "server.port",
  "http.response.status_code",
  "error.type",
];

function measured(attributes: Attributes): Attributes {
  return Object.fromEntries(
    dimensions.filter((name) => name in attributes).map((name) => [name, attributes[name]]),
  );
}

/** The request with the headers by which a server goes on with the trace. */
function carrying(request: HttpRequest, span: LazySpan): HttpRequest {
  const fields: Record<string, string> = {};
  propagation.inject(span.context, fields);
  let headers = HttpHeaders.from(request.headers);
  for (const [name, value] of Object.entries(fields)) headers = headers.with(name, value);
  return { ...request, headers };
}
