import { HttpResponse } from "../../http/message.ts";
import type { CacheRules } from "./cache-rules.ts";
import { headersOf } from "./entry-headers.ts";

/**
 * Every complete 2xx is kept and served for `ttlMs`, with all its headers, whatever they say.
 *
 * An entry that an earlier run kept for less is not served for longer, nor one of the future, since
 * that stems from a clock that was wrong, and tells nothing of its age.
 */
export function crawlRules(ttlMs: number): CacheRules {
  return {
    answersPartial: false,
    heedsHead: false,
    sharesAnonymous: false,
    keptHeaders: (headers) => [...headers],
    freshness({ status, storedAt, expiresAt }, now) {
      if (status < 200 || status >= 300 || status === 206) return undefined;
      const ageMs = storedAt > now ? Infinity : now - storedAt;
      return { ageMs, lifetimeMs: Math.min(ttlMs, expiresAt - storedAt), ...inNoCase };
    },
    serve({ method }, { entry }) {
      const { url, status } = entry;
      const body = method === "HEAD" ? "" : entry.body;
      return new HttpResponse({ url, status, headers: headersOf(entry), body, fromCache: true });
    },
    mark: (response) => response,
  };
}

/** What is stale is not served, and what is fresh always. */
const inNoCase = {
  staleWhileRevalidateMs: 0,
  staleIfErrorMs: 0,
  mustAsk: false,
  mustRevalidate: false,
  isImmutable: false,
};
