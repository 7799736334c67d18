import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { httpStack } from "../layers/http-stack.ts";
import { requireFunction, requireWhole, show } from "../service/options.ts";
import type { Stack } from "../service/stack.ts";
import type { CrawlOptions, Start } from "./crawl-options.ts";
import { CrawlRequest, request } from "./crawl-request.ts";
import type { Frontier } from "./frontier.ts";
import { MemoryFrontier } from "./memory-frontier.ts";
import type { Parse } from "./outputs.ts";
import { Rules } from "./rules.ts";
import { Scope } from "./scope.ts";
import type { Sink } from "./sink.ts";
import { matcher } from "./url-pattern.ts";

/** The options of a crawl, checked and complete. */
export interface CrawlPlan<Item> {
  readonly start: Iterable<CrawlRequest> | AsyncIterable<CrawlRequest>;
  readonly parse: Parse<Item>;
  readonly stack: Stack<HttpRequest, HttpResponse>;
  readonly ownsStack: boolean;
  readonly concurrency: number;
  readonly maxPages: number;
  readonly retries: number;
  readonly rules: Rules;
  readonly overflow: "wait" | "reject";
  readonly frontier: Frontier;
  readonly ownsFrontier: boolean;
  readonly sinks: readonly Sink<Item>[];
  readonly signal: AbortSignal | undefined;
}

const KNOWN: ReadonlySet<string> = new Set<keyof CrawlOptions<unknown>>([
  "start",
  "parse",
  "service",
  "concurrency",
  "perHost",
  "maxPages",
  "maxDepth",
  "maxPending",
  "overflow",
  "maxSeen",
  "scope",
  "include",
  "exclude",
  "trapGuard",
  "key",
  "frontier",
  "sinks",
  "retries",
  "signal",
]);

/** Checks the options of a crawl and fills in the defaults. */
export function planOf<Item>(options: CrawlOptions<Item>): CrawlPlan<Item> {
  requireKnown(options);
  const {
    concurrency = 16,
    maxPages = Infinity,
    retries = 2,
    overflow = "wait",
    sinks = [],
  } = options;
  const { parse, service, frontier, signal } = options;
  requireFunction("parse", parse);
  requireWhole("concurrency", concurrency, 1);
  requireWhole("maxPages", maxPages, 1);
  requireWhole("retries", retries, 0);
  if (overflow !== "wait" && overflow !== "reject") {
    throw new RangeError(`Expected "overflow" to be "wait" or "reject": got ${show(overflow)}`);
  }
  return {
    parse,
    concurrency,
    maxPages,
    retries,
    overflow,
    sinks,
    signal,
    start: requestsOf(options.start),
    rules: rulesOf(options),
    frontier: frontier ?? frontierOf(options),
    ownsFrontier: frontier === undefined,
    stack: service ?? httpStack({ redirect: false, retry: false }).service(),
    ownsStack: service === undefined,
  };
}

function requireKnown(options: object): void {
  for (const name of Object.keys(options)) {
    if (KNOWN.has(name)) continue;
    throw new TypeError(
      `Expected options of crawl() out of ${[...KNOWN].join(", ")}: got ${show(name)}`,
    );
  }
}

function rulesOf<Item>(options: CrawlOptions<Item>): Rules {
  const {
    scope = "same-host",
    maxDepth = Infinity,
    trapGuard = true,
    include,
    exclude = [],
  } = options;
  requireWhole("maxDepth", maxDepth, 0);
  return new Rules({
    scope: new Scope(scope),
    maxDepth,
    trapGuard,
    isIncluded: include ? matcher("include", include) : () => true,
    isExcluded: matcher("exclude", exclude),
  });
}

function frontierOf<Item>(options: CrawlOptions<Item>): Frontier {
  const { perHost = 8, maxPending = 10_000, maxSeen = Infinity, key = {} } = options;
  return new MemoryFrontier({ perHost, maxPending, maxSeen, key });
}

/** Start URLs as requests: checked at once where they are all there, else as they come. */
function requestsOf(
  start: CrawlOptions<unknown>["start"],
): Iterable<CrawlRequest> | AsyncIterable<CrawlRequest> {
  if (typeof start === "string" || start instanceof URL || start instanceof CrawlRequest) {
    return [requestOf(start)];
  }
  if (Array.isArray(start)) return start.map((one: Start) => requestOf(one));
  if (typeof start === "object" && (Symbol.iterator in start || Symbol.asyncIterator in start)) {
    return asTheyCome(start);
  }
  throw new TypeError(`Expected "start" to be a URL or some of them: got ${show(start)}`);
}

async function* asTheyCome(
  start: Iterable<Start> | AsyncIterable<Start>,
): AsyncGenerator<CrawlRequest, void> {
  for await (const one of start) yield requestOf(one);
}

function requestOf(start: Start): CrawlRequest {
  return start instanceof CrawlRequest ? start : request(start);
}
