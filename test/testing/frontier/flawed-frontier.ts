import type {
  Admission,
  Frontier,
  FrontierStats,
  Lease,
  Settlement,
} from "../../../src/engine/frontier/frontier.ts";
import { CrawlRequest } from "../../../src/engine/page/crawl-request.ts";
import { domainKey } from "../../../src/http/url/domain-key.ts";
import { urlKey } from "../../../src/http/url/url-key.ts";
import type { Context } from "../../../src/service/context.ts";
import type { Flaw } from "./flaw.ts";

interface Entry {
  request: CrawlRequest;
  readonly host: string;
  readonly place: number;
  state: "waiting" | "called" | "fetched";
  notBefore: number;
}

/** A lease with what it is of. */
interface OwnLease extends Lease {
  readonly entry: Entry;
}

/** Keeps requests in an array. Right, unless it is made with a flaw. */
export class FlawedFrontier implements Frontier {
  readonly #flaw: Flaw | undefined;
  readonly #limits: { readonly perHost: number; readonly maxPending: number };
  readonly #seen = new Set<string>();
  readonly #holds = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  readonly #watchers = new Set<() => void>();
  #entries: Entry[] = [];
  #places = 0;
  #takes = 0;

  constructor(flaw?: Flaw, limits = { perHost: 8, maxPending: Infinity }) {
    this.#flaw = flaw;
    this.#limits = limits;
  }

  async add(requests: readonly CrawlRequest[]): Promise<readonly Admission[]> {
    const admissions: Admission[] = [];
    for (const request of requests) {
      const isDuplicate = this.#isDuplicate(request);
      if (this.#is("checks and admits in two steps")) await Promise.resolve();
      admissions.push(isDuplicate ? "duplicate" : this.#admit(request));
    }
    if (!this.#is("tells nobody that waits of what is added")) this.#tell();
    return this.#is("answers for the first only") ? admissions.slice(0, 1) : admissions;
  }

  async overdraw(request: CrawlRequest): Promise<Admission> {
    const isKnown = this.#isDuplicate(request) && !this.#is("overdraws for what it has seen");
    const isFree = this.#is("overdraws for hosts that are busy");
    const admission = isKnown ? "duplicate" : this.#admit(request, isFree ? 1 : 0);
    this.#tell();
    return admission;
  }

  async take(max: number, now: number): Promise<readonly Lease[]> {
    if (this.#is("throws")) throw new Error("SQLITE_BUSY");
    if (this.#is("gives nothing at times") && ++this.#takes % 3 === 0) return [];
    const most = this.#is("gives more than it is asked for") ? max + 1 : max;
    const leases: Lease[] = [];
    for (let entry = this.#next(now); entry && leases.length < most; entry = this.#next(now)) {
      if (this.#is("takes in two steps")) await Promise.resolve();
      entry.state = "called";
      this.#count(entry.host, 1);
      leases.push(this.#lease(entry));
    }
    return leases;
  }

  fetched(lease: Lease): void {
    const { entry } = own(lease);
    if (entry.state !== "called" && !this.#is("counts a call twice that has ended")) return;
    if (!this.#is("counts calls until they are settled")) this.#count(entry.host, -1);
    entry.state = "fetched";
    this.#tell();
  }

  async settle(lease: Lease, outcome: Settlement): Promise<void> {
    const { entry } = own(lease);
    this.fetched(lease);
    if (this.#is("counts calls until they are settled")) this.#count(entry.host, -1);
    if ("retryAt" in outcome) this.#putBack(entry, outcome);
    else if (!("failed" in outcome && this.#is("loses what failed as pending"))) this.#drop(entry);
    this.#tell();
  }

  hold(host: string, until: number): void {
    if (this.#is("forgets holds")) return;
    if (this.#is("lets the first word on a hold count") && this.#holds.has(host)) return;
    if (this.#is("never lets go of a hold") && until === -Infinity) return;
    this.#holds.set(host, until);
    this.#tell();
  }

  async whenReady(context: Context): Promise<void> {
    const { clock } = context;
    if (!this.#is("ignores aborts")) context.throwIfAborted();
    while (!this.#isReady(clock.now())) {
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          this.#watchers.delete(wake);
          if (!this.#is("leaves its timers")) timer[Symbol.dispose]();
          if (!this.#is("leaves its hooks")) hook?.[Symbol.dispose]();
        };
        const wake = (): void => {
          leave();
          resolve();
        };
        const timer = clock.timer(wake, this.#nextChange(clock.now()) - clock.now());
        const hook = this.#is("ignores aborts")
          ? undefined
          : context.onAbort((reason) => {
              leave();
              reject(reason);
            });
        this.#watchers.add(wake);
      });
      if (this.#is("tells who waits too early")) return;
    }
  }

  stats(): FrontierStats {
    const pending = this.#entries.filter(({ state }) => state === "waiting").length;
    const leased = this.#entries.length - pending;
    return {
      pending: this.#is("counts leases as pending") ? this.#entries.length : pending,
      leased,
      seen: this.#seen.size,
    };
  }

  hasSeen(request: CrawlRequest): boolean {
    return this.#is("says of all that it was seen") || this.#seen.has(this.#printOf(request));
  }

  pending(): Iterable<CrawlRequest> {
    const isAll = this.#is("gives what is leased as pending");
    const some = this.#entries.filter(({ state }) => isAll || state === "waiting");
    return some.map(({ request }) => request);
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #is(flaw: Flaw): boolean {
    return this.#flaw === flaw;
  }

  #isDuplicate(request: CrawlRequest): boolean {
    if (!this.#seen.has(this.#printOf(request))) return false;
    if (request.dontFilter && !this.#is("filters what must not be filtered")) return false;
    if (this.#is("admits whoever is redirected") && request.redirects.length > 0) return false;
    const before = request.redirects.map((url) => this.#printOf(new CrawlRequest(url, request)));
    return this.#is("filters who is led back") || !before.includes(this.#printOf(request));
  }

  #admit(request: CrawlRequest, more = 0): Admission {
    const most = this.#limits.maxPending + more - (this.#is("has less room than it says") ? 1 : 0);
    const isFull = this.stats().pending >= most && !this.#is("has no end of room");
    const isKept = !isFull || this.#is("remembers what it rejects");
    if (isKept || this.#is("counts what it rejects as seen"))
      this.#seen.add(this.#printOf(request));
    if (isFull) return "rejected";
    this.#entries.push({
      request,
      host: domainKey(request.url),
      place: this.#places++,
      state: "waiting",
      notBefore: -Infinity,
    });
    return "admitted";
  }

  #printOf({ method, url, body }: CrawlRequest): string {
    const key = this.#is("compares URLs as they are written") ? url : urlKey(url);
    return JSON.stringify([method, key, this.#is("ignores the body") ? null : (body ?? null)]);
  }

  #next(now: number): Entry | undefined {
    const [first] = this.#entries
      .filter((entry) => this.#isFree(this.#is("gives back too early") ? early(entry) : entry, now))
      .toSorted((a, b) => this.#compare(a, b));
    return first;
  }

  #compare(a: Entry, b: Entry): number {
    const byPlace = this.#is("serves the last first") ? b.place - a.place : a.place - b.place;
    const byPriority = b.request.priority - a.request.priority;
    return this.#is("ignores priorities") ? byPlace : byPriority || byPlace;
  }

  #isFree({ host, notBefore, state }: Entry, now: number): boolean {
    const isCallable =
      (this.#calls.get(host) ?? 0) < this.#limits.perHost || this.#is("ignores perHost");
    const isHeld = now < (this.#holds.get(host) ?? -Infinity);
    return state === "waiting" && notBefore <= now && !isHeld && isCallable;
  }

  #lease(entry: Entry): OwnLease {
    const { url } = entry.request;
    if (this.#is("loses the headers")) {
      const { attempts, depth, redirects, ...options } = entry.request;
      const bare = { ...options, headers: undefined };
      entry.request = new CrawlRequest(url, bare, { attempts, depth, redirects });
    }
    const host = this.#is("tells the host with its port") ? new URL(url).host : entry.host;
    return { request: entry.request, host, entry };
  }

  #putBack(entry: Entry, outcome: Extract<Settlement, { readonly retryAt: number }>): void {
    if (this.#is("has no room for what comes back")) {
      if (this.stats().pending >= this.#limits.maxPending) return this.#drop(entry);
    }
    entry.state = "waiting";
    entry.notBefore = outcome.retryAt + (this.#is("gives back too late") ? 2 : 0);
    if (this.#is("loses the attempts")) return;
    entry.request = entry.request.tried(outcome.attempts);
  }

  #drop(entry: Entry): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
  }

  #count(host: string, by: number): void {
    this.#calls.set(host, (this.#calls.get(host) ?? 0) + by);
  }

  #isReady(now: number): boolean {
    const isOver = this.#entries.length === 0 && !this.#is("never tells of the end");
    return isOver || this.#entries.some((entry) => this.#isFree(entry, now));
  }

  #nextChange(now: number): number {
    const instants = [...this.#holds.values(), ...this.#entries.map((entry) => entry.notBefore)];
    return Math.min(Infinity, ...instants.filter((instant) => instant > now));
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

function early(entry: Entry): Entry {
  return { ...entry, notBefore: entry.notBefore - 2 };
}

function own(lease: Lease): OwnLease {
  if ("entry" in lease) return lease as OwnLease; // oxlint-disable-line typescript/no-unsafe-type-assertion -- ours
  throw new TypeError("Expected a lease of this frontier");
}
