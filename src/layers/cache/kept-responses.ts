import type { HttpHeaders } from "../../http/headers.ts";
import type { HttpResponse, ResponseHead } from "../../http/message.ts";
import type { Context } from "../../service/context.ts";
import type { CacheRules, Found } from "./cache-rules.ts";
import type { CacheEntry } from "./cache-store.ts";
import { isVariantFor, variantOf } from "./cache-variant.ts";
import { type Cacheable, wholeKeyOf } from "./cacheable.ts";
import type { Errand } from "./errand.ts";
import type { GuardedStore } from "./guarded-store.ts";
import { renewedHeaders } from "./revalidation.ts";

/** Why nothing was found: nothing is kept of the URL, or of none of its variants. */
export type Miss = "uri-miss" | "vary-miss";

/** What a cache keeps by its rules, and finds again. */
export class KeptResponses {
  readonly #store: GuardedStore;
  readonly #rules: CacheRules;

  constructor(store: GuardedStore, rules: CacheRules) {
    this.#store = store;
    this.#rules = rules;
  }

  /** The entry that answers a request. A HEAD is answered by what a GET got, too. */
  async find(asked: Cacheable, context: Context): Promise<Found | Miss> {
    const { key } = asked;
    const wholeKey = wholeKeyOf(asked);
    const whole = await this.#findUnder(wholeKey, asked, context);
    if (typeof whole === "object" || key === wholeKey) return whole;
    return this.#findUnder(key, asked, context);
  }

  /** Keeps the response to an errand if it may be kept; tells whether it is. */
  async keep(errand: Errand, response: HttpResponse): Promise<boolean> {
    const { asked, context } = errand;
    const vary = variantOf(response.headers, asked.headers, context);
    if (!vary || response.truncated) return false;
    const { url, status, headers, body } = response;
    const parts = { url, status, body, vary, storedAt: errand.askedAt };
    const entry = this.#entryOf(parts, headers);
    return entry !== undefined && this.#store.put(errand, asked.key, entry);
  }

  /** Brings an entry up to date by the head of a 304, and gives it as it stands now. */
  async renew(
    errand: Errand,
    { key, entry, freshness }: Found,
    news: ResponseHead,
  ): Promise<Found> {
    const { asked, context } = errand;
    const headers = renewedHeaders(entry, news);
    const varies = news.headers.has("vary");
    const vary = varies ? variantOf(headers, asked.headers, context) : entry.vary;
    const parts = { ...entry, vary: vary ?? {}, storedAt: errand.askedAt };
    const renewed = vary && this.#entryOf(parts, headers);
    if (renewed) await this.#store.put(errand, key, renewed);
    else await this.#store.remove(errand, key, entry);
    const served = renewed ?? { ...parts, headers: this.#rules.keptHeaders(headers) };
    const now = this.#rules.freshness(served, context.clock.wallMs());
    return { key, entry: served, freshness: now ?? freshness };
  }

  /** Removes what is no more, as an errand has found. */
  async forget(errand: Errand, { key, entry }: Found): Promise<void> {
    await this.#store.remove(errand, key, entry);
  }

  /** Removes what is kept under these keys, and keeps nothing of what was asked for before. */
  async forgetAll(keys: readonly string[], context: Context): Promise<void> {
    await Promise.all(keys.map((key) => this.#store.delete(key, context)));
  }

  async #findUnder(key: string, asked: Cacheable, context: Context): Promise<Found | Miss> {
    const entries = await this.#store.get(key, context);
    const now = context.clock.wallMs();
    for (const entry of entries) {
      if (!isVariantFor(asked.headers, entry, context, this.#rules.sharesAnonymous)) continue;
      const freshness = this.#rules.freshness(entry, now);
      if (freshness) return { key, entry, freshness };
    }
    return entries.length === 0 ? "uri-miss" : "vary-miss";
  }

  /** Undefined if it is not to be kept. */
  #entryOf(
    parts: Omit<CacheEntry, "headers" | "expiresAt">,
    headers: HttpHeaders,
  ): CacheEntry | undefined {
    const { storedAt } = parts;
    const entry = { ...parts, headers: this.#rules.keptHeaders(headers), expiresAt: Infinity };
    const then = this.#rules.freshness(entry, storedAt);
    if (!then) return undefined;
    const { lifetimeMs, ageMs, mustAsk } = then;
    return { ...entry, expiresAt: storedAt + (mustAsk ? 0 : lifetimeMs - ageMs) };
  }
}
