import type { Attributes, SpanOptions } from "@opentelemetry/api";

import { HttpHeaders } from "../../http/headers.ts";
import type { HttpRequest } from "../../http/message.ts";
import { attemptKey } from "../../service/attempt-key.ts";
import { callTraceKey } from "./call-trace.ts";
import { firstOutcome } from "./first-outcome.ts";
import { guarded } from "./guarded.ts";
import type { HttpTracer } from "./http-tracer.ts";
import { LazySpan } from "./lazy-span.ts";
import { otel } from "./otel.ts";
import { Sends } from "./sends.ts";
import {
  isAbort,
  isRefusal,
  outcomeAttributes,
  requestAttributes,
  type RequestAttributesOptions,
  targetAttributes,
} from "./trace-attributes.ts";

/** Makes the span of one request on the wire, and measures it. */
export function attemptTracer(
  options: RequestAttributesOptions & { readonly propagate?: boolean },
): HttpTracer {
  const { propagate = false } = options;
  const attributesOf = requestAttributes(options);
  const targetOf = targetAttributes(options);

  return ({ tracer, duration, active }, inner, request, context) => {
    const trace = context.get(callTraceKey);
    const parent = otel().context.active();
    const sends = trace?.sends ?? new Sends(context.get(attemptKey) - 1);
    const { last } = sends;
    const resends = sends.count++;
    const target = targetOf(request);
    const span = new LazySpan({
      tracer,
      name: nameOf(target),
      options: () => clientSpan({ ...attributesOf(request), ...resent(resends) }, last),
      parent: () => trace?.span.context ?? parent,
      clock: context.clock,
    });
    const server = measured(target);
    guarded(active, () => active.add(1, server));
    const call = inner.call(propagate ? carrying(request, span) : request, context);
    return firstOutcome(call, context, (outcome) => {
      guarded(active, () => active.add(-1, server));
      if (isRefusal(outcome, context) && !span.needed) {
        sends.count--;
        return;
      }
      const end = outcomeAttributes(outcome, context);
      sends.last = span.link;
      span.end(() => end);
      if (isAbort(outcome, context)) return;
      const seconds = span.elapsedMs() / 1000;
      guarded(duration, () =>
        duration.record(seconds, measured({ ...target, ...end }), span.context),
      );
    });
  };
}

function nameOf({ "http.request.method": method }: Attributes): string {
  return method === "_OTHER" ? "HTTP" : String(method);
}

function clientSpan(attributes: Attributes, before: Sends["last"]): SpanOptions {
  const links = before ? [{ context: before }] : [];
  return { kind: otel().SpanKind.CLIENT, attributes, links };
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
  "network.protocol.version",
];

function measured(attributes: Attributes): Attributes {
  return Object.fromEntries(
    dimensions.filter((name) => name in attributes).map((name) => [name, attributes[name]]),
  );
}

/** The request with the headers by which a server goes on with the trace. */
function carrying(request: HttpRequest, span: LazySpan): HttpRequest {
  const { context } = span;
  const { propagation } = otel();
  let headers = HttpHeaders.from(request.headers);
  const isCarried = guarded(propagation, () => {
    const fields: Record<string, string> = {};
    propagation.inject(context, fields);
    for (const [name, value] of Object.entries(fields)) headers = headers.with(name, value);
    return true;
  });
  return isCarried === true ? { ...request, headers } : request;
}
