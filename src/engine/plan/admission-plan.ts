import { domainKey } from "../../http/url/domain-key.ts";
import { requireBoolean, requireFunction, requireWhole } from "../../service/options.ts";
import { Quota } from "../admission/quota.ts";
import { Rules } from "../admission/rules.ts";
import { Scope } from "../admission/scope.ts";
import { matcher, requireUrlPatterns } from "../admission/url-pattern.ts";
import { urlShape } from "../admission/url-shape.ts";
import type { LinkFilter } from "../hooks/link-filter.ts";
import type { CrawlOptions } from "./crawl-options.ts";

/** Links that may wait in memory beyond a quota, in case that others give no page. */
const SPARE = 5000;

/** Which links a crawl wants. */
export interface AdmissionPlan {
  readonly rules: Rules;
  readonly quotas: readonly Quota[];
  readonly filter: LinkFilter | undefined;
}

/** Checks the options that tell which links a crawl wants. */
export function admissionPlanOf<Item, To extends string>(
  options: CrawlOptions<Item, To>,
): AdmissionPlan {
  const { filter } = options;
  if (filter !== undefined) requireFunction("filter", filter);
  return {
    rules: rulesOf(options),
    quotas: quotasOf(options),
    filter: filter && ((request) => filter.call(options, request)),
  };
}

function rulesOf<Item, To extends string>(options: CrawlOptions<Item, To>): Rules {
  const { scope = "same-host", maxDepth = Infinity, trapGuard = true } = options;
  const { include = [], exclude = [] } = options;
  requireWhole("maxDepth", maxDepth, 0);
  requireBoolean("trapGuard", trapGuard);
  requireUrlPatterns("include", include);
  requireUrlPatterns("exclude", exclude);
  const matches = matcher("include", include);
  return new Rules({
    scope: new Scope(scope),
    maxDepth,
    trapGuard,
    isIncluded: include.length === 0 ? () => true : matches,
    isExcluded: matcher("exclude", exclude),
  });
}

function quotasOf<Item, To extends string>(options: CrawlOptions<Item, To>): readonly Quota[] {
  const { maxPagesPerHost = Infinity, maxPagesPerPattern = Infinity } = options;
  requireWhole("maxPagesPerHost", maxPagesPerHost, 1);
  requireWhole("maxPagesPerPattern", maxPagesPerPattern, 1);
  const spare = options.frontier === undefined ? SPARE : Infinity;
  return [
    { key: domainKey, limit: maxPagesPerHost, reason: "host_budget" } as const,
    { key: urlShape, limit: maxPagesPerPattern, reason: "pattern_budget" } as const,
  ]
    .filter(({ limit }) => limit < Infinity)
    .map((quota) => new Quota({ ...quota, spare }));
}
