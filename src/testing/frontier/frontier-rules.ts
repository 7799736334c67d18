import type { Admission, Lease } from "../../engine/frontier/frontier.ts";
import type { CrawlRequest } from "../../engine/page/crawl-request.ts";
import { urlKey } from "../../http/url/url-key.ts";
import { show } from "../../service/options.ts";
import { BrokenRule, requireRule } from "../contract/broken-rule.ts";
import { askedId, askedPrint, requestText } from "./asked-request.ts";
import type { Booked, FrontierBook } from "./frontier-book.ts";

/** What the frontier under test says of itself. */
export interface FrontierTraits {
  readonly perHost: number;
  readonly maxPending: number;
  readonly forgets: boolean;
  readonly inOrder: boolean;
}

/** A request that was added, and what the frontier said of it. */
export interface Answered {
  readonly id: number;
  readonly request: CrawlRequest;
  readonly admission: Admission;
}

const DUPLICATE = "a request that was seen is a duplicate";
const NO_DUPLICATE =
  "a request is no duplicate if it was not seen, must not be filtered, or is redirected back to";
const ROOM = "a request that is no duplicate is admitted while there is room";
const FULL =
  "no more than maxPending wait, beside those that came back, and idle hosts' by overdraw";

const ADMISSIONS: ReadonlySet<unknown> = new Set(["admitted", "duplicate", "rejected"]);

/** Throws unless a batch of so many was answered. */
export function requireAdmissions(admissions: readonly Admission[], count: number): void {
  requireRule(
    Array.isArray(admissions) &&
      admissions.length === count &&
      admissions.every((admission) => ADMISSIONS.has(admission)),
    "add says of each request what became of it",
    () => `Of ${count} it said ${show(admissions)}: ${String(admissions)}`,
  );
}

/** Judges what one batch was answered, for which there may be room beyond `maxPending`, and takes it into the book. */
export function judgeBatch(
  all: readonly Answered[],
  book: FrontierBook,
  { forgets, maxPending }: FrontierTraits,
  hasMore = false,
): void {
  for (const { id, request, admission } of all) {
    const isKnown = book.hasSeen(request) && !isExempt(request);
    const hasRoom = book.waiting.length < maxPending;
    const seen = (): string => `${request.method} ${request.url} was ${admission}`;
    if (admission === "duplicate") requireRule(isKnown, NO_DUPLICATE, seen);
    else if (!forgets) requireRule(!isKnown, DUPLICATE, seen);
    if (admission === "admitted") requireRule(hasRoom || hasMore, FULL, seen);
    if (admission === "rejected") requireRule(!hasRoom, ROOM, seen);
    if (admission === "admitted") book.admit(id, request, id);
  }
}

/** Judges what batches were answered that came at once, and takes them into the book. */
export function judgeBatches(
  all: readonly Answered[],
  book: FrontierBook,
  { forgets, maxPending }: FrontierTraits,
): void {
  const prints = new Map<string, Answered[]>();
  for (const one of all) {
    const print = askedPrint(one.request);
    prints.set(print, [...(prints.get(print) ?? []), one]);
  }
  for (const same of prints.values()) judgeSame(same, book, forgets);
  const admitted = all.filter(isAdmitted);
  for (const { id, request } of admitted) book.admit(id, request, all[0]?.id ?? id);
  const { length } = book.waiting;
  requireRule(admitted.length === 0 || length <= maxPending, FULL, () => `${length} wait`);
  const isRejected = all.some(({ admission }) => admission === "rejected");
  requireRule(
    !isRejected || length >= maxPending,
    ROOM,
    () => `One was rejected, and ${length} wait`,
  );
}

/** Judges what requests of one fingerprint were answered that came at once. */
function judgeSame(same: readonly Answered[], book: FrontierBook, forgets: boolean): void {
  const isKnown = same.some(({ request }) => book.hasSeen(request));
  const admitted = same.filter(isAdmitted);
  const filtered = admitted.filter(({ request }) => !isExempt(request));
  const seen = (): string => `Of ${same.length} added at once, ${admitted.length} were admitted`;
  requireRule(forgets || filtered.length <= (isKnown ? 0 : 1), DUPLICATE, seen);
  const duplicates = same.filter(({ admission }) => admission === "duplicate");
  const isSeen = isKnown || admitted.length > 0;
  const isFair = isSeen && !duplicates.some(({ request }) => isExempt(request));
  requireRule(duplicates.length === 0 || isFair, NO_DUPLICATE, seen);
}

/** Judges one lease, and takes it into the book. */
export function judgeLease(
  lease: Lease,
  book: FrontierBook,
  { perHost, inOrder }: FrontierTraits,
  now: number,
): Booked {
  const { host, request } = lease;
  const booked = book.get(askedId(request));
  const url = show(request.url);
  if (booked?.state !== "waiting") {
    throw new BrokenRule("what is leased was admitted, and waits", `${url} does not`);
  }
  const [came, went] = [requestText(request), requestText(booked.request)];
  requireRule(came === went, "a request comes out as it went in", () => `${came}, not ${went}`);
  const isHost = host === booked.host;
  requireRule(isHost, "a lease tells the host of its request", () => `${url} is of ${show(host)}`);
  const isHeld = book.isHeld(host, now);
  requireRule(!isHeld, "nothing is taken of a host that is held", () => `${url} was, at ${now} ms`);
  requireRule(
    book.calls(host) < perHost,
    "a host has no more than perHost calls at once",
    () => `${url} is one more than ${perHost}`,
  );
  requireRule(
    book.isDue(booked, now),
    "a request that was put back does not come before its time",
    () => `${url} came at ${now} ms, not at ${booked.notBefore} ms`,
  );
  const before = inOrder ? book.waiting.filter((it) => isBefore(it, booked)) : [];
  const first = before.find((other) => book.isDue(other, now));
  requireRule(
    first === undefined,
    "of one host the highest priority comes first, then who came first",
    () => `${show(first?.request.url)} was to come before ${url}`,
  );
  booked.state = "called";
  return booked;
}

function isAdmitted({ admission }: Answered): boolean {
  return admission === "admitted";
}

function isExempt({ dontFilter, redirects, url }: CrawlRequest): boolean {
  return dontFilter || redirects.some((before) => urlKey(before) === urlKey(url));
}

function isBefore(a: Booked, b: Booked): boolean {
  if (a.host !== b.host) return false;
  const [first, second] = [a.request.priority, b.request.priority];
  return first > second || (first === second && a.place < b.place);
}
