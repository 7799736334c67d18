import { requireDuration, show } from "../../service/options.ts";
import { type AddressesOf, limitByAddress } from "../rate-limit/limit-by-address.ts";
import { limitByDomain } from "../rate-limit/limit-by-domain.ts";
import { PerDomainThrottle } from "../rate-limit/per-domain-throttle.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import type { HttpStackOptions } from "./http-stack-options.ts";

/** Makes the limiter of one service over this leaf. */
export function limiterOf(options: HttpStackOptions, leaf: object): RateLimiter | undefined {
  const limiter = ownLimiterOf(options);
  if (limiter === undefined) return undefined;
  if (options.limitBy === "domain") return limitByDomain(limiter);
  if (options.limitBy === "address") return limitByAddress(limiter, addressesOf(leaf));
  return limiter;
}

/** The limiter that options bring along or ask for, which counts by host. */
export function ownLimiterOf(options: HttpStackOptions): RateLimiter | undefined {
  const { limiter, limits, autoThrottle = false } = options;
  const { delayMs = limits?.perDomain ? 0 : 200 } = options;
  requireDuration("delayMs", delayMs);
  if (delayMs === Infinity) throw new RangeError('Expected "delayMs" to be finite: got Infinity');
  if (limiter === false) return undefined;
  return limiter === undefined
    ? new PerDomainThrottle({ minDelayMs: delayMs, autoThrottle })
    : limiter;
}

function addressesOf(leaf: object): AddressesOf {
  if (knowsAddresses(leaf)) return (host) => leaf.addressesOf(host);
  throw new TypeError(
    `Expected a leaf with "addressesOf", as httpClient() has, for "limitBy" of "address": got ${show(leaf)}`,
  );
}

function knowsAddresses(leaf: object): leaf is { readonly addressesOf: AddressesOf } {
  return "addressesOf" in leaf && typeof leaf.addressesOf === "function";
}
