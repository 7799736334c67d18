import { HttpError } from "../http/errors.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { redirectOf } from "../http/redirect-target.ts";
import { responseOf } from "../http/response-of.ts";
import { statusError } from "../http/status-error.ts";
import { exponential } from "../layers/backoff.ts";
import { httpRetry } from "../layers/http-retry.ts";
import type { Context } from "../service/context.ts";
import { NotNowError, RejectedError } from "../service/errors.ts";
import type { Outcome } from "../service/outcome.ts";
import type { CrawlRequest } from "./crawl-request.ts";

/** Redirects followed from one link. */
const MOST_REDIRECTS = 20;

/** What a crawl makes of the outcome of a call. */
export type Verdict =
  | { readonly kind: "page"; readonly response: HttpResponse }
  | { readonly kind: "redirect"; readonly target: HttpRequest }
  /** It failed, and another attempt may mend that. */
  | { readonly kind: "retry"; readonly afterMs: number; readonly error: Error }
  /** Nothing was sent, and the stack tells when to come back. */
  | { readonly kind: "later"; readonly error: NotNowError }
  /** Nothing was sent, and nothing will be. */
  | { readonly kind: "refused"; readonly error: RejectedError }
  | { readonly kind: "failed"; readonly error: Error };

/** Makes the judge of a crawl that attempts each request up to `retries` times more. */
export function judge(
  retries: number,
): (request: CrawlRequest, outcome: Outcome<HttpResponse>, context: Context) => Verdict {
  const { when = () => false, retryAfter = () => undefined } = httpRetry();
  const backoff = exponential();

  return (request, outcome, context) => {
    if (!outcome.ok && outcome.error instanceof RejectedError) return refusal(outcome.error);
    const http = request.toHttp();
    if (request.attempts < retries && when(outcome, http)) {
      const waitMs = backoff(request.attempts + 1, context.random);
      const afterMs = retryAfter(outcome, context) ?? waitMs;
      return { kind: "retry", afterMs, error: failure(http, outcome) };
    }
    return ending(request, http, outcome);
  };
}

function refusal(error: RejectedError): Verdict {
  return error instanceof NotNowError ? { kind: "later", error } : { kind: "refused", error };
}

function ending(request: CrawlRequest, http: HttpRequest, outcome: Outcome<HttpResponse>): Verdict {
  const response = responseOf(outcome);
  if (!response) return { kind: "failed", error: failure(http, outcome) };
  try {
    const target = redirectOf(http, response);
    if (target && request.redirects.length < MOST_REDIRECTS) return { kind: "redirect", target };
    if (target) throw tooMany(http, response);
  } catch (error) {
    return { kind: "failed", error: asError(error) };
  }
  if (outcome.ok && response.status >= 200 && response.status < 300)
    return { kind: "page", response };
  return { kind: "failed", error: failure(http, outcome) };
}

/** What went wrong with an outcome that is no page. */
function failure(http: HttpRequest, outcome: Outcome<HttpResponse>): Error {
  if (!outcome.ok) return asError(outcome.error);
  const { status } = outcome.value;
  const message = `${outcome.value.url} answered ${status}, which is neither a page nor a redirect to one`;
  return (
    statusError(http, outcome.value) ??
    new HttpError("bad_redirect", message, { request: http, response: outcome.value })
  );
}

function tooMany(request: HttpRequest, response: HttpResponse): HttpError {
  const message = `${request.url} was redirected more than ${MOST_REDIRECTS} times`;
  return new HttpError("too_many_redirects", message, { request, response });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(`Call rejected with ${String(error)}`);
}
