import type { HttpClientOptions } from "../../http/client/client-options.ts";
import { httpClient } from "../../http/client/client.ts";
import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { ServiceBuilder } from "../../service/builder.ts";
import { requireFunction, requireObject, show } from "../../service/options.ts";
import type { Handler, Service } from "../../service/service.ts";
import type { StackOptions } from "../../service/stack.ts";
import { type HttpService, withPrefetch, withRequests } from "./http-service.ts";
import { type HttpStackOptions, requireStackOptions } from "./http-stack-options.ts";
import { type HttpLayer, type Tier, tierOf, tiersOf } from "./http-tiers.ts";
import { limiterOf } from "./limiter-of.ts";

/**
 * Stacks the HTTP layers in the order in which they do right, outermost first:
 *
 * `tracing(call)` · `classifyStatus` · `redirect` · `robots` · `headers` · `userAgent` · `auth` · `cookies` ·
 * `cache` · `retry` · `wafDetect` · `circuitBreaker` · `limits` (`concurrencyLimit`, `rateLimit` for all,
 * `rateLimit` per domain) · `perDomainRateLimit` · `timeout` · `tracing(attempt)` · the leaf
 *
 * So what a cache holds never waits for the limiter, each request on the wire waits for it exactly once,
 * each redirect is checked by robots.txt, and statuses become errors when nothing reacts to them any more.
 * The robots.txt of an origin takes its turn like any request, and its crawl-delay sets the limiter.
 * What a redirect must not tell another origin is withheld from `headers` too; `auth` and `cookies` go by
 * the URL of each hop. A cache sees both, and keeps apart what was answered to different ones.
 *
 * The result is open at both ends: layers can be added anywhere and tiers left out, by name.
 * An option that does not exist is a `TypeError`, as are `connections`, `maxBytes`, `resolve`, `dns`,
 * `ssrfGuard`, `proxy`, `http2` and `tls` with a leaf of one's own, which would not hear of them.
 *
 * @example
 * ```ts
 * await using http = httpStack({ userAgent: "shop-bot/1.0", delayMs: 1000 }).service();
 * const { text } = await http.call({ url: "https://example.com/" });
 * ```
 */
export function httpStack(options: HttpStackOptions = {}): HttpStack {
  requireStackOptions(options);
  httpClient(clientOptions(options)); // for what it throws; it opens nothing before it is called
  return new HttpStack(options, tiersOf(options));
}

/** A stack of HTTP tiers that is still open at both ends. Immutable. See {@link httpStack}. */
export class HttpStack {
  readonly #options: HttpStackOptions;
  readonly #tiers: readonly Tier[];

  /** @internal */
  constructor(options: HttpStackOptions, tiers: readonly Tier[]) {
    this.#options = options;
    this.#tiers = tiers;
  }

  /** Adds a layer that sees a request before all others. */
  outer(layer: HttpLayer): HttpStack {
    return this.#with([checked(layer), ...this.#tiers]);
  }

  /** Adds a layer that sees a request last, just above the leaf. */
  layer(layer: HttpLayer): HttpStack {
    return this.#with([...this.#tiers, checked(layer)]);
  }

  /** Adds a layer that sees a request just before the tier of that name, the outermost if there are several. */
  before(name: string, layer: HttpLayer): HttpStack {
    return this.#with(this.#tiers.toSpliced(this.#indexOf(name), 0, checked(layer)));
  }

  /** Leaves out the tiers of that name. */
  without(name: string): HttpStack {
    this.#indexOf(name);
    return this.#with(this.#tiers.filter((tier) => tier.name !== name));
  }

  /** Names of the tiers, outermost first. */
  describe(): readonly string[] {
    return this.#tiers.map(({ name }) => name);
  }

  /**
   * Closes the stack over a leaf, by default an `httpClient()` that is disposed with the stack.
   *
   * Each service has a state of its own, but for the parts that the options brought along.
   */
  service(
    leaf?: Service<HttpRequest, HttpResponse> | Handler<HttpRequest, HttpResponse>,
    options: StackOptions = {},
  ): HttpService {
    requireObject("options", options);
    if (leaf) requireNoClientOptions(this.#options);
    const innermost = leaf ?? httpClient(clientOptions(this.#options));
    const surroundings = { limiter: limiterOf(this.#options, innermost), names: this.describe() };
    let builder = ServiceBuilder.for<HttpRequest, HttpResponse>();
    for (const tier of this.#tiers) builder = builder.layer(tier.make(surroundings));
    const stack = builder.service(innermost, leaf ? options : { ...options, disposeLeaf: true });
    const agent = this.#tiers.find((tier) => tier.agent !== undefined)?.agent;
    const named = agent === undefined ? stack : { ...stack, robotsAgent: agent };
    return withPrefetch(withRequests(named), innermost);
  }

  #with(tiers: readonly Tier[]): HttpStack {
    return new HttpStack(this.#options, tiers);
  }

  #indexOf(name: string): number {
    const names = this.describe();
    const at = names.indexOf(name);
    if (at !== -1) return at;
    throw new RangeError(`Expected one of the tiers ${names.join(", ")}: got ${show(name)}`);
  }
}

function checked(layer: HttpLayer): Tier {
  requireFunction("layer", layer);
  return tierOf(layer);
}

/** What only the leaf hears of. */
const ofLeaf = [
  "accept",
  "allowTruncated",
  "connections",
  "dns",
  "http2",
  "maxBytes",
  "proxy",
  "resolve",
  "ssrfGuard",
  "tls",
] as const;

function clientOptions(options: HttpStackOptions): HttpClientOptions {
  const given = [...ofLeaf, "timeoutMs" as const].filter((name) => options[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, options[name]]));
}

function requireNoClientOptions(options: HttpStackOptions): void {
  const unheard = ofLeaf.find((name) => options[name] !== undefined);
  if (unheard === undefined) return;
  throw new TypeError(
    `Expected "${unheard}" with the leaf of httpStack: got a leaf that does not hear of it`,
  );
}
