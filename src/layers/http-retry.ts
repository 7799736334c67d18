import { HttpError } from "../http/errors.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { responseOf } from "../http/response-of.ts";
import { retryAfterMs } from "../http/retry-after.ts";
import { StatusError, WafBlocked } from "../http/status-error.ts";
import type { Context } from "../service/context.ts";
import { TimeoutError } from "../service/errors.ts";
import {
  requireArray,
  requireDuration,
  requireOptions,
  requireStrings,
  requireWhole,
} from "../service/options.ts";
import type { Outcome } from "../service/outcome.ts";
import type { Backoff } from "./backoff.ts";
import { isNetworkFailure } from "./network-failure.ts";
import type { RetryBudget } from "./retry-budget.ts";
import type { RetryOptions } from "./retry.ts";

/** Options of {@link httpRetry}. */
export interface HttpRetryOptions {
  /** Requests sent after the first one. @defaultValue 2 */
  readonly limit?: number;
  /** Wait before each of them. @defaultValue `exponential()` */
  readonly backoff?: Backoff;
  /** Methods that may be sent twice, in upper case. @defaultValue GET, HEAD, OPTIONS, TRACE, PUT, DELETE */
  readonly methods?: readonly string[];
  /** Statuses that may pass. @defaultValue 408, 425, 429, 500, 502, 503, 504 */
  readonly statuses?: readonly number[];
  /** The most that `Retry-After` can make us wait, in milliseconds. @defaultValue 60 s */
  readonly maxRetryAfterMs?: number;
  /** How much of the load may be repeats; see `retryBudget`. @defaultValue any share */
  readonly budget?: RetryBudget<HttpRequest>;
}

/**
 * Options of `retry` for HTTP: what may be sent again, and when.
 *
 * Only idempotent methods (RFC 9110 9.2.2); a POST or PATCH is never repeated, not even after 429,
 * unless `methods` says so.
 *
 * | outcome | again | since |
 * | --- | --- | --- |
 * | 408, 425, 429, 500, 502, 503, 504 | yes | the server may have recovered |
 * | any other status, 501 and 505 too | no | the answer would be the same |
 * | `WafBlocked`, whatever its status | no | a browser is asked for, and more requests make it worse |
 * | `connect`, `connection_reset`, `truncated_body`, `timeout` | yes | the network failed |
 * | `connect`, where a proxy answered 4xx but 408, 425, 429 | no | it does not let us |
 * | `dns` | yes | the resolver may come back, but a name that does not exist (ENOTFOUND) stays so |
 * | `tls`, `protocol`, `decode`, `too_large`, redirects | no | the same would come again |
 * | a refusal, an abort, any other error | no | nothing that time mends |
 *
 * `Retry-After` wins over the backoff, up to `maxRetryAfterMs`.
 * A connection that was reset after it had served before is most likely one that the server had
 * closed for idleness: the request is repeated at once, as one of the `limit` and by the `budget`.
 *
 * @example
 * ```ts
 * const http = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(retry(httpRetry({ limit: 3 })))
 *   .service(httpClient());
 * ```
 */
export function httpRetry(options: HttpRetryOptions = {}): RetryOptions<HttpRequest, HttpResponse> {
  requireOptions("httpRetry", options, {
    limit: true,
    backoff: true,
    methods: true,
    statuses: true,
    maxRetryAfterMs: true,
    budget: true,
  });
  const { methods = IDEMPOTENT, statuses = PASSING, maxRetryAfterMs = 60_000, ...others } = options;
  requireStrings("methods", methods);
  requireArray("statuses", statuses);
  statuses.forEach((status, at) => requireWhole(`statuses[${at}]`, status, 100));
  requireDuration("maxRetryAfterMs", maxRetryAfterMs);

  const wish = (outcome: Outcome<HttpResponse>, { clock }: Context): number | undefined => {
    if (isStaleConnection(outcome)) return 0;
    const value = responseOf(outcome)?.headers.get("retry-after");
    return value === undefined ? undefined : retryAfterMs(value, clock.wallMs(), maxRetryAfterMs);
  };
  return {
    ...others,
    when: (outcome, { method = "GET" }) =>
      methods.includes(method.toUpperCase()) && mayPass(outcome, statuses),
    retryAfter: wish,
  };
}

const IDEMPOTENT = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"];
const PASSING = [408, 425, 429, 500, 502, 503, 504];

function mayPass(outcome: Outcome<HttpResponse>, statuses: readonly number[]): boolean {
  if (outcome.ok) return statuses.includes(outcome.value.status);
  const { error } = outcome;
  if (error instanceof WafBlocked) return false;
  if (error instanceof StatusError) return statuses.includes(error.status);
  return error instanceof TimeoutError || isNetworkFailure(error);
}

function isStaleConnection(outcome: Outcome<HttpResponse>): boolean {
  if (outcome.ok || !(outcome.error instanceof HttpError)) return false;
  return outcome.error.code === "connection_reset" && outcome.error.reusedConnection;
}
