import { HttpError, type HttpResponse, StatusError } from "pagoda/http";
import { httpRetry } from "pagoda/layers";
import { type Outcome, RejectedError, TimeoutError } from "pagoda/service";

/** The class of an error by the names of the cases. */
export function errorClass(error: unknown): string {
  if (error instanceof StatusError) return "http_status";
  if (error instanceof HttpError || error instanceof RejectedError) return error.code;
  if (error instanceof TimeoutError) return "timeout";
  if (error instanceof Error && error.name === "AbortError") return "aborted";
  return `no class for ${String(error)}`;
}

/** Whether our policy sends a request with this outcome again. */
export function isRetryable(outcome: Outcome<HttpResponse>, method = "GET"): boolean {
  const { when } = httpRetry();
  return when?.(outcome, { url: "http://a.test/", method }) ?? false;
}
