import type { Frontier } from "../engine/frontier/frontier.ts";
import type { CrawlOptions } from "../engine/plan/crawl-options.ts";
import type { DiskCache } from "../layers/disk-cache/disk-cache.ts";
import type { HttpStackOptions } from "../layers/http-stack/http-stack-options.ts";
import { atRandom } from "../layers/user-agent-rotation.ts";
import { boundHeaders } from "./bound-headers.ts";
import type { CrawlValues } from "./crawl-command.ts";
import { limitsOption } from "./limits-option.ts";
import { type PageItem, parsePage } from "./page-item.ts";
import { crawlStarts, namedUrls } from "./sitemap-option.ts";
import { robotsOption, stackOptions } from "./stack-options.ts";

/** What the options of `pagoda crawl` mean for the stack. The crawl itself redirects and repeats. */
export function crawlStackOptions(
  urls: readonly string[],
  values: CrawlValues,
  cache: DiskCache | undefined,
): HttpStackOptions {
  const { autoThrottle = false, delay, header, limitBy, seed, sitemap, userAgent } = values;
  return {
    ...stackOptions(values, cache),
    ...(seed !== undefined && userAgent && { userAgent: atRandom(userAgent) }),
    ...(header && boundHeaders(header, namedUrls(urls, sitemap))),
    delayMs: delay,
    limitBy,
    autoThrottle,
    redirect: false,
    retry: false,
  };
}

/** What the options of `pagoda crawl` mean for the crawl. A frontier of its own was told of its part. */
export function crawlOptions(
  urls: readonly string[],
  values: CrawlValues,
  frontier?: Frontier,
): Omit<CrawlOptions<PageItem>, "service" | "sinks"> {
  const { concurrency, exclude, failFast, include, maxErrors, maxPages } = values;
  const { order, perHost, retries, retry, scope, seed, trapGuard } = values;
  const optional = {
    maxPages,
    maxTimeMs: values.maxTime,
    maxBytes: values.maxTotalBytes,
    maxErrors,
    maxPagesPerHost: values.maxPagesPerHost,
    maxPagesPerPattern: values.maxPagesPerPattern,
    maxHostFailures: values.maxHostFailures,
    failFast,
    limits: limitsOption(values),
    maxDepth: values.depth,
    include,
    exclude,
    seed,
    ...(frontier ? { frontier } : { order, perHost }),
  };
  return {
    ...crawlStarts(urls, values.sitemap),
    robots: robotsOption(values),
    parse: parsePage,
    telemetry: values.tracing,
    concurrency,
    trapGuard,
    retries: retry ? retries : 0,
    scope,
    ...given(optional),
  };
}

/** The options that have a value. */
function given<Options extends object>(
  options: Options,
): { readonly [Name in keyof Options]?: Exclude<Options[Name], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what is undefined is left out
  return Object.fromEntries(entries) as ReturnType<typeof given<Options>>;
}
