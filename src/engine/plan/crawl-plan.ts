import { decided } from "../../http/decided.ts";
import type { AcceptBody } from "../../http/message.ts";
import type { HttpService } from "../../layers/http-stack/http-service.ts";
import { httpStack } from "../../layers/http-stack/http-stack.ts";
import { requireFunction, requireMethods, requireWhole, show } from "../../service/options.ts";
import type { RequestFingerprint } from "../frontier/fingerprint.ts";
import type { Frontier } from "../frontier/frontier.ts";
import type { ContentSeen } from "../hooks/content-seen.ts";
import type { OnResponse } from "../hooks/reaction.ts";
import { requireSinks, type Sink } from "../items/sink.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import { Handlers } from "../page/handlers.ts";
import type { PageRobots } from "../page/page-robots.ts";
import { CrawlTelemetry } from "../telemetry/crawl-telemetry.ts";
import { telemetryOf } from "../telemetry/telemetry-options.ts";
import { type AdmissionPlan, admissionPlanOf } from "./admission-plan.ts";
import { seedOf } from "./chance-plan.ts";
import type { CrawlOptions, Spider } from "./crawl-options.ts";
import { fingerprintOf, frontierOf } from "./frontier-plan.ts";
import { type LifePlan, lifePlanOf } from "./life-plan.ts";
import { requireKnown } from "./plan-checks.ts";
import { robotsPlanOf } from "./robots-plan.ts";
import { sitemapsOf } from "./sitemap-plan.ts";
import { startRequests } from "./start-requests.ts";

/** The options of a crawl, checked and complete. */
export interface CrawlPlan<Item> extends AdmissionPlan, LifePlan {
  readonly start: readonly CrawlRequest[] | AsyncIterable<CrawlRequest>;
  /** Those of `start` that are known from the outset. */
  readonly startUrls: ReadonlySet<string>;
  /** The URLs of sitemaps to start from too; `"known"`: those of the sites of `start`. */
  readonly sitemaps: readonly string[] | "known";
  readonly robots: PageRobots;
  readonly handlers: Handlers<Item>;
  readonly stack: HttpService;
  readonly ownsStack: boolean;
  readonly concurrency: number;
  readonly retries: number;
  readonly seed: number | undefined;
  readonly maxHostFailures: number;
  readonly accept: AcceptBody | undefined;
  readonly contentSeen: ContentSeen | undefined;
  readonly onResponse: OnResponse | undefined;
  readonly overflow: "wait" | "reject";
  readonly frontier: Frontier;
  readonly ownsFrontier: boolean;
  /** How the frontier tells one request from another; undefined where that is not known. */
  readonly fingerprint: RequestFingerprint | undefined;
  readonly sinks: readonly Sink<Item>[];
  readonly telemetry: CrawlTelemetry;
}

/** Checks the options of a crawl and fills in the defaults. */
export function planOf<Item, To extends string>(options: Spider<Item, To>): CrawlPlan<Item> {
  requireKnown(options);
  const { concurrency = 16, retries = 2, maxHostFailures = Infinity, sinks = [] } = options;
  const { frontier, overflow = "wait", service } = options;
  requireWhole("concurrency", concurrency, 1);
  requireWhole("retries", retries, 0);
  requireWhole("maxHostFailures", maxHostFailures, 1);
  requireOverflow(overflow);
  requireSinks(sinks);
  const telemetry = telemetryOf(options.telemetry);
  const handlers = handlersOf(options);
  const admission = admissionPlanOf(options);
  const start = startRequests(options.start, handlers);
  const startUrls = new Set(Array.isArray(start) ? start.map(({ url }) => url) : []);
  const sitemaps = sitemapsOf(options.sitemap);
  // Before any link is judged.
  for (const url of [...startUrls, ...namedIn(sitemaps)]) admission.rules.start(url);
  const robots = robotsPlanOf(options.robots, service);
  const parts = { frontier: frontierOf(options), stack: stackOf(options) };
  return {
    ...admission,
    ...lifePlanOf(options),
    ...hooksOf(options),
    start,
    startUrls,
    sitemaps,
    robots,
    handlers,
    concurrency,
    retries,
    maxHostFailures,
    overflow,
    sinks,
    seed: seedOf(options),
    ...parts,
    telemetry: new CrawlTelemetry({ ...parts, clock: parts.stack.clock, options: telemetry }),
    ownsFrontier: frontier === undefined,
    fingerprint: fingerprintOf(options),
    ownsStack: service === undefined,
  };
}

/** The sitemaps whose URLs the user gave. */
function namedIn(sitemaps: CrawlPlan<unknown>["sitemaps"]): readonly string[] {
  return sitemaps === "known" ? [] : sitemaps;
}

function handlersOf<Item, To extends string>(options: CrawlOptions<Item, To>): Handlers<Item> {
  requireFunction("parse", options.parse);
  return new Handlers<Item>((page) => options.parse(page), options.handlers);
}

function hooksOf<Item, To extends string>(
  options: CrawlOptions<Item, To>,
): Pick<CrawlPlan<Item>, "accept" | "contentSeen" | "onResponse"> {
  const { accept, contentSeen, onResponse } = options;
  if (accept !== undefined) requireFunction("accept", accept);
  if (contentSeen !== undefined) requireMethods("contentSeen", contentSeen, ["claim"]);
  if (onResponse !== undefined) requireFunction("onResponse", onResponse);
  return {
    accept: accept && ((head) => decided(accept.call(options, head))),
    contentSeen,
    onResponse: onResponse && ((page) => options.onResponse?.(page)),
  };
}

function requireOverflow(overflow: unknown): void {
  if (overflow === "wait" || overflow === "reject") return;
  throw new RangeError(`Expected "overflow" to be "wait" or "reject": got ${show(overflow)}`);
}

function stackOf<Item, To extends string>({
  robots = true,
  service,
  telemetry = true,
}: CrawlOptions<Item, To>): HttpService {
  if (service === undefined) {
    const repeats = { redirect: false, retry: false } as const; // which the crawl does
    return httpStack({ cookies: true, ...repeats, robots, tracing: telemetry }).service();
  }
  if (isUnfinished(service)) {
    throw new TypeError(
      'Expected "service" to be a finished stack, such as httpStack().service(): got one without .service()',
    );
  }
  requireMethods("service", service, ["call", "random"]);
  return service;
}

/** What a stack is before it stands over a leaf. */
function isUnfinished(service: unknown): boolean {
  if (typeof service !== "object" || service === null) return false;
  return "service" in service && !("call" in service);
}
