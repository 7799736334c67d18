import type { Attributes } from "@opentelemetry/api";

import { responseOf } from "../../http/response-of.ts";
import { errorTypeOf } from "../../layers/tracing/trace-attributes.ts";
import { givenUpFor } from "../given-up.ts";
import type { Verdict } from "../verdict.ts";

/** What became of a request. One that is refused for good, as robots.txt does, is no error. */
export function verdictAttributes(verdict: Verdict): Attributes {
  return { "pagoda.crawl.outcome": verdict.kind, ...detailsOf(verdict) };
}

function detailsOf(verdict: Verdict): Attributes {
  if (verdict.kind === "later") return {};
  if ("error" in verdict) {
    const { error, kind } = verdict;
    return kind === "refused" ? refusal(error) : failure(error);
  }
  if (verdict.kind === "page") return { "http.response.status_code": verdict.response.status };
  return verdict.kind === "filtered" ? { "pagoda.crawl.reason": verdict.reason ?? "filtered" } : {};
}

/** Where what was to be asked first failed, such as a robots.txt, that is an error. */
function refusal(error: Error): Attributes {
  const { failure, reason } = givenUpFor(error);
  const type = failure ? { "error.type": errorTypeOf(failure) } : {};
  return { "pagoda.crawl.reason": reason, ...type };
}

function failure(error: Error): Attributes {
  const response = responseOf({ ok: false, error });
  const status = response && { "http.response.status_code": response.status };
  return { ...status, "error.type": errorTypeOf(error) };
}
