import { HttpError } from "../../http/errors.ts";
import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { responseOf } from "../../http/response-of.ts";
import { domainOf } from "../../http/url/domain-of.ts";
import { requireOptions } from "../../service/options.ts";
import type { Outcome } from "../../service/outcome.ts";
import { isNetworkFailure } from "../network-failure.ts";
import { type CircuitBreakerOptions, optionNames } from "./circuit-breaker-options.ts";

/**
 * Options of `circuitBreaker` for HTTP: a circuit for each host, and what counts against it.
 *
 * The key is the host name: see `domainKey`. A request to a URL without one passes unguarded, since
 * the leaf says better what is wrong with it.
 *
 * | outcome | counts as | since |
 * | --- | --- | --- |
 * | 500 and above | failure | the host, or what stands behind it, is in trouble |
 * | 429 | neither | the host is well; its pace is the affair of the limiter |
 * | any other status | success | the host answers |
 * | a response of a cache | neither | the host was not asked |
 * | `connect`, `connection_reset`, `truncated_body`, `timeout` | failure | the host cannot be reached, or breaks off |
 * | `connect`, where a proxy answered 4xx but 408, 425, 429 | neither | it does not let us, whatever the host |
 * | `dns` | failure | but a name that does not exist (ENOTFOUND) is neither: no host is in trouble |
 * | `too_large`, `decode`, redirects | as the status | the host has answered |
 * | `tls`, `protocol`, `aborted` | neither | the same would come again, or none was to come |
 * | any other error | failure | the leaf is one of the user's own, which fails in its own way |
 *
 * A status that has become an error counts the same. Options that are given win over these.
 *
 * @example
 * ```ts
 * const http = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(circuitBreaker(httpCircuitBreaker({ cooldownMs: 5000 })))
 *   .service(httpClient());
 * ```
 */
export function httpCircuitBreaker(
  options: CircuitBreakerOptions<HttpRequest, HttpResponse> = {},
): CircuitBreakerOptions<HttpRequest, HttpResponse> {
  requireOptions("httpCircuitBreaker", options, optionNames);
  const { key = domainOf, isFailure = isHostFailure, ...others } = options;
  return { key, isFailure, ...others };
}

function isHostFailure(outcome: Outcome<HttpResponse>): boolean | undefined {
  const error = outcome.ok ? undefined : outcome.error;
  if (isNetworkFailure(error)) return true;
  const response = responseOf(outcome);
  if (response) return isBad(response);
  return error instanceof HttpError ? undefined : true;
}

function isBad({ status, fromCache }: HttpResponse): boolean | undefined {
  return fromCache || status === 429 ? undefined : status >= 500;
}
