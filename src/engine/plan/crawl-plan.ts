import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { httpStack } from "../../layers/http-stack/http-stack.ts";
import {
  requireBoolean,
  requireFunction,
  requireMethods,
  requireWhole,
  show,
} from "../../service/options.ts";
import type { Stack } from "../../service/stack.ts";
import { Rules } from "../admission/rules.ts";
import { Scope } from "../admission/scope.ts";
import { matcher } from "../admission/url-pattern.ts";
import type { Frontier } from "../frontier/frontier.ts";
import { MemoryFrontier } from "../frontier/memory-frontier.ts";
import { requireSinks, type Sink } from "../items/sink.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Parse } from "../page/outputs.ts";
import type { CrawlOptions } from "./crawl-options.ts";
import { requireKnown, requireUnheard } from "./plan-checks.ts";
import { startRequests } from "./start-requests.ts";

/** The options of a crawl, checked and complete. */
export interface CrawlPlan<Item> {
  readonly start: readonly CrawlRequest[] | AsyncIterable<CrawlRequest>;
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

/** Checks the options of a crawl and fills in the defaults. */
export function planOf<Item>(options: CrawlOptions<Item>): CrawlPlan<Item> {
  requireKnown(options);
  const { concurrency = 16, maxPages = Infinity, retries = 2, sinks = [] } = options;
  const { frontier, overflow = "wait", parse, service, signal } = options;
  requireFunction("parse", parse);
  requireWhole("concurrency", concurrency, 1);
  requireWhole("maxPages", maxPages, 1);
  requireWhole("retries", retries, 0);
  requireOverflow(overflow);
  requireSinks(sinks);
  if (signal) requireMethods("signal", signal, ["addEventListener", "throwIfAborted"]);
  const start = startRequests(options.start);
  const rules = rulesOf(options);
  if (Array.isArray(start)) for (const { url } of start) rules.start(url); // before any link is judged
  return {
    parse,
    concurrency,
    maxPages,
    retries,
    overflow,
    sinks,
    signal,
    start,
    rules,
    frontier: frontierOf(options),
    ownsFrontier: frontier === undefined,
    stack: stackOf(options),
    ownsStack: service === undefined,
  };
}

function requireOverflow(overflow: unknown): void {
  if (overflow === "wait" || overflow === "reject") return;
  throw new RangeError(`Expected "overflow" to be "wait" or "reject": got ${show(overflow)}`);
}

function stackOf<Item>({ service }: CrawlOptions<Item>): Stack<HttpRequest, HttpResponse> {
  if (service === undefined) return httpStack({ redirect: false, retry: false }).service();
  requireMethods("service", service, ["call", "random"]);
  return service;
}

function rulesOf<Item>(options: CrawlOptions<Item>): Rules {
  const { scope = "same-host", maxDepth = Infinity, trapGuard = true } = options;
  const { include = [], exclude = [] } = options;
  requireWhole("maxDepth", maxDepth, 0);
  requireBoolean("trapGuard", trapGuard);
  const matches = matcher("include", include);
  return new Rules({
    scope: new Scope(scope),
    maxDepth,
    trapGuard,
    isIncluded: include.length === 0 ? () => true : matches,
    isExcluded: matcher("exclude", exclude),
  });
}

function frontierOf<Item>(options: CrawlOptions<Item>): Frontier {
  const { frontier, perHost, maxPending, maxSeen, key } = options;
  if (frontier === undefined) {
    return new MemoryFrontier({
      maxPending: maxPending ?? 10_000,
      ...(perHost !== undefined && { perHost }),
      ...(maxSeen !== undefined && { maxSeen }),
      ...(key !== undefined && { key }),
    });
  }
  const methods = ["add", "take", "fetched", "settle", "hold", "whenReady", "stats"] as const;
  requireMethods("frontier", frontier, methods);
  requireUnheard({ perHost, maxPending, maxSeen, key });
  return frontier;
}
