import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import type { Context } from "../../service/context.ts";
import type { Service } from "../../service/service.ts";
import type { Telemetry } from "./telemetry.ts";

/** Calls the inner service, and tells the SDK about it. */
export type HttpTracer = (
  telemetry: Telemetry,
  inner: Service<HttpRequest, HttpResponse>,
  request: HttpRequest,
  context: Context,
) => Promise<HttpResponse>;
