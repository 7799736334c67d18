import { isIP, isIPv4 } from "node:net";

import { parseAddress } from "../../http/client/ssrf/ip-address.ts";
import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { requireFunction, requireMethods } from "../../service/options.ts";
import { growingLru } from "../growing-lru.ts";
import { WaitingLine } from "../waiting-line.ts";
import { AddressPendingError } from "./address-pending-error.ts";
import { limiterMethods, type RateLimiter, type RateLimiterResponse } from "./rate-limiter.ts";
import { SharedDelays } from "./shared-delays.ts";

/** Finds the addresses of a host, as `addressesOf` of an `httpClient()` does. */
export type AddressesOf = (host: string) => Promise<readonly string[]>;

/**
 * A limiter that counts all hosts at one address as one, since they are most likely one machine.
 *
 * Of several addresses the lowest IPv4 one counts, or else the lowest IPv6 one, in whatever order the
 * DNS gives them. A host whose addresses cannot be found within 10 s is counted by its name.
 * They are looked up once at a time, whoever asks, and again when a minute has gone by, for which
 * nobody waits. A call that is not willing to wait for the first lookup is refused with an
 * {@link AddressPendingError} that tells when it is `ready`.
 * Of the crawl-delays of the hosts the greatest counts. The 10,000 hosts used last are remembered.
 *
 * @example
 * ```ts
 * const client = httpClient();
 * const limiter = limitByAddress(new PerDomainThrottle(), client.addressesOf);
 * const http = httpStack({ limiter }).service(client, { disposeLeaf: true });
 * ```
 */
export function limitByAddress(limiter: RateLimiter, addressesOf: AddressesOf): RateLimiter {
  requireMethods("limiter", limiter, limiterMethods);
  requireFunction("addressesOf", addressesOf);
  return new AddressLimiter(limiter, addressesOf);
}

/** How long an address counts before it is looked up again, and a name where there was none. */
const FRESH_MS = 60_000;
const NAMED_MS = 10_000;
const LOOKUP_MS = 10_000;
const MOST_HOSTS = 10_000;

/** What is known of a host. */
interface Host {
  readonly name: string;
  /** What it is counted by; undefined until the first lookup has ended. */
  key: string | undefined;
  until: number;
  lookup: Lookup | undefined;
  crawlDelayMs: number | undefined;
  /** The key that was told of the crawl-delay. */
  slowed: string | undefined;
}

/** Addresses on their way. */
interface Lookup {
  readonly line: WaitingLine;
  readonly ready: Promise<void>;
}

class AddressLimiter implements RateLimiter {
  readonly #limiter: RateLimiter;
  readonly #addressesOf: AddressesOf;
  readonly #hosts = growingLru<Host>(MOST_HOSTS);
  readonly #delays = new SharedDelays(MOST_HOSTS);
  /** By what each call was admitted, for its answer to be counted by the same. */
  readonly #admitted = new WeakMap<Context, string>();

  constructor(limiter: RateLimiter, addressesOf: AddressesOf) {
    this.#limiter = limiter;
    this.#addressesOf = addressesOf;
  }

  acquire(name: string, context: Context): Promise<void> {
    const host = this.#host(name);
    if (context.clock.now() >= host.until) host.lookup ??= this.#lookUp(host, context);
    const { key, lookup } = host;
    if (key !== undefined || !lookup) return this.#admit(host, context);
    return lookup.line.join(
      context,
      async () => this.#admit(host, context),
      () => refusal(name, lookup.ready, context),
    );
  }

  recordResponse(name: string, response: RateLimiterResponse, context: Context): void {
    const key = this.#admitted.get(context) ?? this.#hosts.get(name)?.key ?? name;
    this.#limiter.recordResponse(key, response, context);
  }

  setCrawlDelay(name: string, delayMs: number): void {
    const host = this.#host(name);
    host.crawlDelayMs = delayMs;
    host.slowed = undefined;
    this.#slow(host);
  }

  #host(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    const start = isIP(name) > 0 ? { key: name, until: Infinity } : UNKNOWN;
    const host = { name, ...start, lookup: undefined, crawlDelayMs: undefined, slowed: undefined };
    this.#hosts.set(name, host);
    return host;
  }

  #admit(host: Host, context: Context): Promise<void> {
    this.#slow(host);
    const { name, key = name } = host;
    this.#admitted.set(context, key);
    return this.#limiter.acquire(key, context);
  }

  #lookUp(host: Host, context: Context): Lookup {
    const line = new WaitingLine(() => {});
    const land = (key: string, lifeMs: number): void => {
      host.key = key;
      host.until = context.clock.now() + lifeMs;
      host.lookup = undefined;
      while (line.admit());
    };
    const { name } = host;
    const ready = context
      .detach()
      .withTimeout(LOOKUP_MS, async () => lowest(await this.#addressesOf(name)))
      .then(
        (address) => land(address, FRESH_MS),
        () => land(host.key ?? name, NAMED_MS), // the leaf says better than we can what is wrong
      );
    return { line, ready };
  }

  /** Tells what the host is counted by of its crawl-delay, once that is known. */
  #slow(host: Host): void {
    const { name, key, crawlDelayMs, slowed } = host;
    if (key === undefined || crawlDelayMs === undefined || slowed === key) return;
    host.slowed = key;
    const delayMs = this.#delays.greatest(key, name, crawlDelayMs) ?? crawlDelayMs;
    this.#limiter.setCrawlDelay(key, delayMs);
  }
}

function refusal(host: string, ready: Promise<void>, context: Context): AddressPendingError {
  if (layerEvents.hasSubscribers) {
    publish(context, "perDomainRateLimit", "refused", { domain: host });
  }
  return new AddressPendingError(host, ready);
}

const UNKNOWN = { key: undefined, until: -Infinity };

function lowest(addresses: readonly string[]): string {
  const v4 = addresses.filter((address) => isIPv4(address));
  const [first] = (v4.length > 0 ? v4 : addresses).toSorted().toSorted(byBytes);
  if (first === undefined) throw new TypeError("Expected addresses: got none");
  return first;
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(parseAddress(a) ?? []), Buffer.from(parseAddress(b) ?? []));
}
