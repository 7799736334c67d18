import { RobotsDisallowedError } from "../../http/errors.ts";
import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { requireAgent } from "../../http/robots/robots-agent.ts";
import { robotsUrl } from "../../http/robots/robots-url.ts";
import { domainKey } from "../../http/url/domain-key.ts";
import { originOf } from "../../http/url/origin-of.ts";
import type { Context } from "../../service/context.ts";
import { RejectedError } from "../../service/errors.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { type Layer, layer } from "../../service/layer.ts";
import { requireMethods, requireOptions, requireWhole } from "../../service/options.ts";
import { settle } from "../../service/outcome.ts";
import type { Service } from "../../service/service.ts";
import { startListener } from "../../service/start-listener.ts";
import { httpRetry } from "../http-retry.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import { SharedDelays } from "../rate-limit/shared-delays.ts";
import { redirect, refusalsCountKey } from "../redirect.ts";
import { retry } from "../retry.ts";
import { callTraceKey } from "../tracing/call-trace.ts";
import { type AskForRobots, RobotsFiles } from "./robots-files.ts";
import { type RobotsVerdict, verdictOf } from "./robots-verdict.ts";

/** Options of {@link robots}. */
export interface RobotsOptions {
  /** The name by which rules speak to us: a product token, or a User-Agent value that has one. @defaultValue `"pagoda"` */
  readonly agent?: string;
  /** Told of the delay that a robots.txt asks for. @defaultValue none: the delay is not kept */
  readonly limiter?: RateLimiter;
  /** How often a robots.txt is asked for again when that failed; 0 where `retry` below does it. @defaultValue 2 */
  readonly retries?: number;
  /** How many origins are remembered, those longest unused being forgotten first. @defaultValue 10,000 */
  readonly maxOrigins?: number;
}

/** What of a robots.txt is read: a little more than what counts, so that a cut is seen. */
const MAX_BYTES = 600 * 1024;
const MAX_REDIRECTS = 5;
const MAX_DELAY_MS = 60_000;

/**
 * Keeps to the robots.txt of each origin (RFC 9309): what it disallows rejects with a
 * `RobotsDisallowedError`, and nothing is sent.
 *
 * The file is asked for when its origin is first called, through the inner service, so that it takes
 * its turn at the limiter and bears the same User-Agent as the pages; and through the proxy of that
 * request. One request serves all calls that wait for it, and ends only with the stack. A call that is
 * not willing to wait is refused with a {@link RobotsPendingError} that tells when the rules are `ready`.
 * Up to 5 redirects are followed, to other hosts too; the rules still apply to the first.
 * A failure is repeated as `retry` would. The first 500 KiB count.
 *
 * | answer | pages |
 * | --- | --- |
 * | 2xx | as its rules say |
 * | 4xx but 429, redirects without end or to nowhere | allowed |
 * | 429, 5xx, no answer | disallowed, the `cause` being told |
 *
 * Where a layer below refuses to ask for the file, or for what it redirects to, that refusal is the answer
 * for the page: until it may pass, or for 5 minutes.
 *
 * Rules are kept for 24 hours, and on while they cannot be read anew; after a failure the file is asked
 * for again in 5 minutes, or by a request with a proxy of its own that is another.
 * Which rules count is decided by `agent` alone, whatever a request calls itself.
 * A crawl-delay is handed to `limiter`, up to 60 seconds: the greatest of those of a host, whose http
 * and https may have a file each, and 0 once none has one any more.
 * `/robots.txt` itself may always be fetched; what is no http(s) URL is left to the layers below, as is
 * what only a cache may answer, since nothing is sent for it.
 *
 * @example
 * ```ts
 * const limiter = new PerDomainThrottle();
 * const polite = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(robots({ agent: "shop-bot", limiter }))
 *   .layer(perDomainRateLimit({ limiter }))
 *   .service(httpClient());
 * ```
 */
export function robots(options: RobotsOptions = {}): Layer<HttpRequest, HttpResponse> {
  requireOptions("robots", options, {
    agent: true,
    limiter: true,
    retries: true,
    maxOrigins: true,
  });
  const { agent = "pagoda", retries = 2, maxOrigins = 10_000, limiter } = options;
  requireAgent("agent", agent);
  requireWhole("retries", retries, 0);
  requireWhole("maxOrigins", maxOrigins, 1);
  if (maxOrigins === Infinity) {
    throw new RangeError('Expected "maxOrigins" to be finite: got Infinity');
  }
  if (limiter !== undefined) requireMethods("limiter", limiter, ["setCrawlDelay"]);

  const delays = new SharedDelays(maxOrigins);
  const heed = (origin: string, verdict: RobotsVerdict): RobotsVerdict => {
    if (!limiter || !("rules" in verdict)) return verdict;
    const domain = domainKey(origin);
    const delayMs = delays.greatest(domain, origin, verdict.rules.crawlDelayMs(agent) ?? 0);
    if (delayMs !== undefined) limiter.setCrawlDelay(domain, Math.min(delayMs, MAX_DELAY_MS));
    return verdict;
  };

  return layer(
    "robots",
    (inner) => {
      const ask = askThrough(inner, retries);
      const files = new RobotsFiles(
        async (source, context) => heed(source.origin, await ask(source, context)),
        maxOrigins,
      );
      return (request, context) => {
        const origin = sendsNothing(request) ? undefined : originBound(request.url);
        if (origin === undefined) return inner.call(request, context);
        return files.read({ origin, proxy: request.proxy }, context, (verdict) => {
          const refusal = refusalOf(verdict, agent, request.url);
          if (!refusal) return inner.call(request, context);
          if (layerEvents.hasSubscribers) publish(context, "robots", "refused", { error: refusal });
          return Promise.reject(refusal);
        });
      };
    },
    { queues: true, detaches: true },
  );
}

/** Asks a server by way of the layers below, which know nothing of what the answer means. */
function askThrough(inner: Service<HttpRequest, HttpResponse>, retries: number): AskForRobots {
  const patiently = retry(httpRetry({ limit: retries }))(inner);
  const service = redirect({ limit: MAX_REDIRECTS })(patiently);
  return async ({ origin, proxy }, context) => {
    const way = proxy === undefined ? {} : { proxy };
    const request = { url: robotsUrl(origin), maxBytes: MAX_BYTES, ...inFull, ...way };
    const outcome = await settle(service.call(request, ownContext(context)));
    const verdict = verdictOf(request, outcome);
    if (layerEvents.hasSubscribers) publish(context, "robots", "fetched", { origin, verdict });
    return verdict;
  };
}

/** A call of its own, of which nobody is told, and for which a redirect into a refusal is no answer. */
function ownContext(context: Context): Context {
  const own = context.fork().with(callTraceKey, undefined).with(startListener, undefined);
  return own.with(refusalsCountKey, true);
}

/** Whatever bodies the client leaves unread, or takes by halves, rules are not among them. */
const inFull = { accept: () => true, allowTruncated: false };

const itself = /^[^/]*\/\/[^/]*\/robots\.txt(?:#|$)/;

/** Whether nobody but a cache may answer. */
function sendsNothing({ cache }: HttpRequest): boolean {
  return cache === "offline" || cache === "only-if-cached";
}

/** The origin whose rules this URL is bound by; undefined where there are none. */
function originBound(url: string): string | undefined {
  try {
    const origin = originOf(url);
    return origin.startsWith("http") && !itself.test(url) ? origin : undefined;
  } catch {
    return undefined; // the leaf says better than we can what is wrong with the URL
  }
}

function refusalOf(verdict: RobotsVerdict, agent: string, url: string): Error | undefined {
  if ("notNow" in verdict) return verdict.notNow;
  if ("unreadable" in verdict) return unreadable(url, verdict.unreadable);
  return verdict.rules.allows(agent, url) ? undefined : new RobotsDisallowedError(url);
}

/** Whoever refuses to ask for the file would refuse the page too, and says better why. */
function unreadable(url: string, cause: unknown): Error {
  return cause instanceof RejectedError ? cause : new RobotsDisallowedError(url, { cause });
}
