import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { responseOf } from "../../http/response-of.ts";
import { retryAfterMs } from "../../http/retry-after.ts";
import { domainOf } from "../../http/url/domain-of.ts";
import type { Context } from "../../service/context.ts";
import { RejectedError, TimeoutError } from "../../service/errors.ts";
import { type Layer, layer } from "../../service/layer.ts";
import { requireMethods, requireOptions } from "../../service/options.ts";
import { ADMITTED } from "./admitted.ts";
import { PerDomainThrottle } from "./per-domain-throttle.ts";
import { limiterMethods, type RateLimiter, type RateLimiterResponse } from "./rate-limiter.ts";

/** Options of {@link perDomainRateLimit}. */
export interface PerDomainRateLimitOptions {
  /** Decides when a request may start. Share one to share its limits. @defaultValue a {@link PerDomainThrottle} for each stack */
  readonly limiter?: RateLimiter;
}

/**
 * Lets a request through when the limiter of its domain says so, and tells the limiter how it ended.
 *
 * The domain is the host name: see `domainKey`; `limitByDomain` and `limitByAddress` make a limiter
 * count by something wider. A request to a URL without one passes unlimited.
 * The limiter hears the status also where it became an error that carries the response, what
 * Retry-After asked for, and how long it took; no status where no response came, and whether that was
 * since the call was aborted, other than by a timeout. A Retry-After of a 2xx speaks of that resource,
 * such as a job to poll, and not of the domain.
 * It does not hear of a request that a layer below refused, since nothing was sent.
 * What the limiter throws or rejects with, the call rejects with.
 *
 * @example
 * ```ts
 * const limiter = new PerDomainThrottle({ minDelayMs: 1000 });
 * const http = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(perDomainRateLimit({ limiter }))
 *   .service(httpClient());
 * ```
 */
export function perDomainRateLimit(
  options: PerDomainRateLimitOptions = {},
): Layer<HttpRequest, HttpResponse> {
  requireOptions("perDomainRateLimit", options, { limiter: true });
  if (options.limiter !== undefined) requireMethods("limiter", options.limiter, limiterMethods);

  return layer(
    "perDomainRateLimit",
    (inner) => {
      const { limiter = new PerDomainThrottle() } = options;

      const send = (
        request: HttpRequest,
        domain: string,
        context: Context,
      ): Promise<HttpResponse> => {
        const startedAt = context.clock.now();
        return inner.call(request, context).then(
          (response) => {
            limiter.recordResponse(domain, reportOf(response, startedAt, context), context);
            return response;
          },
          (error: unknown) => {
            if (!(error instanceof RejectedError)) {
              const response = responseOf({ ok: false, error });
              limiter.recordResponse(domain, reportOf(response, startedAt, context), context);
            }
            throw error;
          },
        );
      };

      return (request, context) => {
        const domain = domainOf(request);
        if (domain === undefined) return inner.call(request, context);
        const turn = limiter.acquire(domain, context);
        if (turn === ADMITTED) return send(request, domain, context);
        return turn.then(() => send(request, domain, context));
      };
    },
    { queues: true, limits: true },
  );
}

function reportOf(
  response: HttpResponse | undefined,
  startedAt: number,
  { clock, aborted, reason }: Context,
): RateLimiterResponse {
  const latencyMs = clock.now() - startedAt;
  if (response === undefined) {
    return aborted && !(reason instanceof TimeoutError) ? { latencyMs, aborted } : { latencyMs };
  }
  const { status, headers } = response;
  const wished = status < 300 ? undefined : headers.get("retry-after");
  if (wished === undefined) return { status, latencyMs };
  return { status, latencyMs, retryAfterMs: retryAfterMs(wished, clock.wallMs()) };
}
