import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { tracing } from "../../../src/layers/tracing/tracing.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import type { Row } from "../row.ts";

/** What the calls without it cost. */
export const UNTRACED = "HTTP, in memory";
/** The spans of a call and of its attempt, while there is no SDK. */
export const TRACED = "the same, traced, no SDK";

const url = "http://shop.test/";
const response = new HttpResponse({ url, status: 200 });

const group = "tracing";

export const traced: readonly Row[] = [
  { library: "pagoda", does: UNTRACED, group, call: calls(false) },
  { library: "pagoda", does: TRACED, group, call: calls(true) },
];

function calls(isTraced: boolean): Row["call"] {
  const { call } = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layerIf(isTraced, () => tracing({ span: "call" }))
    .layerIf(isTraced, () => tracing({ span: "attempt" }))
    .service(async () => response);
  const request = { url };
  return () => call(request);
}
