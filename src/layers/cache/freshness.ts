import type { HttpHeaders } from "../../http/headers.ts";
import { parseHttpDate } from "../../http/http-date.ts";
import { CacheControl, MOST_SECONDS } from "./cache-control.ts";
import type { CacheEntry } from "./cache-store.ts";
import { isHeuristic } from "./cacheable-status.ts";
import { headersOf } from "./entry-headers.ts";
import { isStorable } from "./storable.ts";

/** How an entry stands at some instant, and what its server allows. Durations in milliseconds. */
export interface Freshness {
  /** Since the server answered, or last confirmed it; `Infinity` where no clock can tell. */
  readonly ageMs: number;
  /** Up to which age it is served without asking. */
  readonly lifetimeMs: number;
  /** How long after that it may be served while it is asked for anew. */
  readonly staleWhileRevalidateMs: number;
  /** How long after that it may be served where asking fails. */
  readonly staleIfErrorMs: number;
  /** Never served without asking, fresh or not. */
  readonly mustAsk: boolean;
  /** Never served stale. */
  readonly mustRevalidate: boolean;
  /** While it is fresh, asking is in vain (RFC 8246). */
  readonly isImmutable: boolean;
}

/** The part of its age at which what was last modified that long ago is no longer taken for fresh. */
const HEURISTIC_SHARE = 0.1;
const LONGEST_HEURISTIC_MS = 24 * 60 * 60 * 1000;

/** What an entry says of itself, whatever the time is. */
interface Facts extends Omit<Freshness, "ageMs"> {
  /** When its server sent it, by the clock of that server. */
  readonly sentAt: number;
  /** How old it was then. */
  readonly receivedAgeMs: number;
}

const known = new WeakMap<CacheEntry, Facts | "forbidden">();

/**
 * How an entry stands by RFC 9111, section 4.2, for a cache that serves one user; undefined if such a
 * cache may not keep it.
 *
 * It is fresh for its max-age; else until its Expires, counted from its Date; else, where its status or
 * `public` allows it, for a tenth of the time since its Last-Modified, up to a day. `s-maxage` is for others.
 * What cannot be read as a date or a number makes it stale. Of two values the first counts, but two
 * Expires are none.
 * Its age counts from its Date, or from when it was asked for less the Age it had by then, whichever
 * makes it older. Where it seems to be of the future a clock was wrong, and it is as old as can be.
 */
export function freshnessOf(entry: CacheEntry, now: number): Freshness | undefined {
  let facts = known.get(entry);
  if (!facts) known.set(entry, (facts = factsOf(entry)));
  if (facts === "forbidden") return undefined;
  const { sentAt, receivedAgeMs, ...rest } = facts;
  const { storedAt } = entry;
  const ageMs = Math.max(0, now - sentAt, receivedAgeMs + now - storedAt);
  return { ...rest, ageMs: storedAt > now ? Infinity : ageMs };
}

function factsOf(entry: CacheEntry): Facts | "forbidden" {
  const { status, storedAt } = entry;
  const headers = headersOf(entry);
  if (!isStorable({ status, headers })) return "forbidden";
  const control = CacheControl.of(headers);
  const sentAt = dateOf(headers, "date", storedAt) ?? storedAt;
  const mayGuess = isHeuristic(status) || control.has("public");
  return {
    sentAt,
    receivedAgeMs: receivedAge(headers),
    lifetimeMs: control.ms("max-age", lifetimeBeside(headers, sentAt, mayGuess)),
    staleWhileRevalidateMs: control.ms("stale-while-revalidate"),
    staleIfErrorMs: control.ms("stale-if-error"),
    mustAsk: control.isOfAll("no-cache"),
    mustRevalidate: control.has("must-revalidate"),
    isImmutable: control.has("immutable"),
  };
}

/** The lifetime where no max-age tells it. */
function lifetimeBeside(headers: HttpHeaders, sentAt: number, mayGuess: boolean): number {
  if (headers.has("expires"))
    return Math.max(0, (dateOf(headers, "expires", sentAt) ?? 0) - sentAt);
  if (!mayGuess) return 0;
  const modifiedAt = dateOf(headers, "last-modified", sentAt) ?? sentAt;
  const lifetimeMs = Math.max(0, sentAt - modifiedAt) * HEURISTIC_SHARE;
  return Math.min(lifetimeMs, LONGEST_HEURISTIC_MS);
}

/** The first number of seconds, if that is what comes first. */
function receivedAge(headers: HttpHeaders): number {
  const [first = ""] = headers.getAll("age");
  const seconds = /^\s*(\d+)\s*(?:[,;]|$)/.exec(first)?.[1] ?? 0;
  return Math.min(Number(seconds), MOST_SECONDS) * 1000;
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** A date in whatever case, and with whatever weekday, as many servers have one of their own. */
function dateOf(headers: HttpHeaders, name: string, nowMs: number): number | undefined {
  const value = headers.get(name)?.trim() ?? "";
  const cased = value
    .replaceAll(/[a-z]+/gi, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .replace(/ Gmt$/, " GMT");
  const [day = ""] = /^[A-Z][a-z]{2}(?=,? )/.exec(cased) ?? [];
  const asWritten = parseHttpDate(cased, nowMs);
  if (asWritten !== undefined || day === "") return asWritten;
  const others = weekdays.map((other) => parseHttpDate(cased.replace(day, other), nowMs));
  return others.find((instant) => instant !== undefined);
}
