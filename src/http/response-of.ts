import type { Outcome } from "../service/outcome.ts";
import { HttpResponse } from "./message.ts";

/** The response of an outcome: its value, or what an error carries as `response`. */
export function responseOf(outcome: Outcome<HttpResponse>): HttpResponse | undefined {
  if (outcome.ok) return outcome.value;
  const { error } = outcome;
  if (typeof error !== "object" || error === null || !("response" in error)) return undefined;
  return error.response instanceof HttpResponse ? error.response : undefined;
}
