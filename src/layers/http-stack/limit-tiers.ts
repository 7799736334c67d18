import type { HttpRequest } from "../../http/message.ts";
import { domainOf } from "../../http/url/domain-of.ts";
import { registrableDomain } from "../../http/url/registrable-domain.ts";
import { requireOptions, requireWhole } from "../../service/options.ts";
import { concurrencyLimit } from "../concurrency-limit.ts";
import { rateLimit, requirePace } from "../rate-limit/rate-limit.ts";
import type { HttpLimits, LimitBy, Rate } from "./http-stack-options.ts";
import type { HttpLayer } from "./http-tiers.ts";

/**
 * The tiers of `limits`, outermost first.
 *
 * What is refused further in gives back its place and its turns, so the order costs nobody anything.
 */
export function limitTiers(
  limits: HttpLimits = {},
  limitBy: LimitBy = "host",
): readonly HttpLayer[] {
  requireOptions("limits", limits, { perDomain: true, global: true, concurrency: true });
  const { perDomain, global, concurrency } = limits;
  const tiers: HttpLayer[] = [];
  if (concurrency !== undefined) {
    requireWhole("limits.concurrency", concurrency, 1);
    tiers.push(concurrencyLimit({ limit: concurrency }));
  }
  if (global !== undefined) {
    requireRate("limits.global", global);
    tiers.push(rateLimit(global));
  }
  if (perDomain !== undefined) {
    requireRate("limits.perDomain", perDomain);
    tiers.push(rateLimit({ ...perDomain, key: limitBy === "domain" ? widerKeyOf : keyOf }));
  }
  return tiers;
}

function requireRate(option: string, rate: Rate): void {
  requireOptions(option, rate, { limit: true, intervalMs: true, burst: true });
  requirePace(rate, `${option}.`);
}

/** What no domain can be told of, the leaf refuses, and so it gets its turn back. */
function keyOf(request: HttpRequest): string {
  return domainOf(request) ?? "";
}

function widerKeyOf(request: HttpRequest): string {
  return registrableDomain(keyOf(request));
}
