import { HttpError } from "../http/errors.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { redirectOf } from "../http/redirect-target.ts";
import { responseOf } from "../http/response-of.ts";
import { statusError } from "../http/status-error.ts";
import { redactUrl } from "../http/url/redact-url.ts";
import { exponential } from "../layers/backoff.ts";
import { httpRetry } from "../layers/http-retry.ts";
import type { Context } from "../service/context.ts";
import { NotNowError, RejectedError } from "../service/errors.ts";
import type { Outcome } from "../service/outcome.ts";
import type { NotFetchedReason } from "./fates.ts";
import type { CrawlRequest } from "./page/crawl-request.ts";

/** Redirects followed from one link. */
const MOST_REDIRECTS = 20;

/** What a crawl makes of the outcome of a call. */
export type Verdict =
  | { readonly kind: "page"; readonly response: HttpResponse }
  | { readonly kind: "redirect"; readonly target: HttpRequest }
  /** The user wants another request in place of this. */
  | { readonly kind: "follow"; readonly next: CrawlRequest }
  /** The user does not want what came; another URL had its body before; or a quota is used up. */
  | { readonly kind: "filtered"; readonly reason?: NotFetchedReason; readonly why?: string }
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
    // What came from a cache would come from it again.
    const mayChange = responseOf(outcome)?.fromCache !== true;
    if (request.attempts < retries && mayChange && when(outcome, http)) {
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
  if (!outcome.ok) return { kind: "failed", error: asError(outcome.error) };
  const response = outcome.value;
  try {
    const target = redirectOf(http, response);
    if (target && hasTooMany(request)) throw tooMany(http, response);
    if (target) return { kind: "redirect", target };
  } catch (error) {
    return { kind: "failed", error: asError(error) };
  }
  return response.status >= 200 && response.status < 300
    ? { kind: "page", response }
    : { kind: "failed", error: failure(http, outcome) };
}

/** What went wrong with an outcome that is no page. */
function failure(request: HttpRequest, outcome: Outcome<HttpResponse>): Error {
  if (!outcome.ok) return asError(outcome.error);
  const response = outcome.value;
  const message = `${redactUrl(response.url)} answered ${response.status}, which is neither a page nor leads to one`;
  return (
    statusError(request, response) ?? new HttpError("bad_redirect", message, { request, response })
  );
}

/** Whether a request was redirected so often that it is not redirected again. */
export function hasTooMany({ redirects }: CrawlRequest): boolean {
  return redirects.length >= MOST_REDIRECTS;
}

/** The error of a request for which {@link hasTooMany} holds. */
export function tooMany(request: HttpRequest, response: HttpResponse): HttpError {
  const message = `${redactUrl(request.url)} was redirected more than ${MOST_REDIRECTS} times`;
  return new HttpError("too_many_redirects", message, { request, response });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(`Call rejected with ${String(error)}`);
}
