import { domainKey } from "../../http/url/domain-key.ts";
import { urlKey, type UrlKeyOptions } from "../../http/url/url-key.ts";
import type { Context } from "../../service/context.ts";
import { requireWhole, show } from "../../service/options.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import { DueHeap } from "./due-heap.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Admission, Frontier, FrontierStats, Lease, Settlement } from "./frontier.ts";
import { type Host, HostTurns, type Waiting } from "./host-turns.ts";
import { SeenSet } from "./seen-set.ts";

/** Options of a {@link MemoryFrontier}. */
export interface MemoryFrontierOptions {
  /** Calls in flight to one host. @defaultValue 8 */
  readonly perHost?: number;
  /** Requests that may wait, delayed ones too; more are rejected. @defaultValue `Infinity` */
  readonly maxPending?: number;
  /** Fingerprints remembered; the oldest is forgotten first. @defaultValue `Infinity` */
  readonly maxSeen?: number;
  /** What counts as the same URL. @defaultValue `urlKey` as it is */
  readonly key?: UrlKeyOptions;
}

/** A lease of ours: it knows its host and its place in the line. */
class MemoryLease implements Lease {
  readonly owner: Host;
  readonly waiting: Waiting;
  state: "called" | "fetched" | "settled" = "called";

  constructor(owner: Host, waiting: Waiting) {
    this.owner = owner;
    this.waiting = waiting;
  }

  get request(): CrawlRequest {
    return this.waiting.request;
  }

  get host(): string {
    return this.owner.key;
  }
}

/**
 * The frontier of a crawl that does not outlive its process.
 *
 * Order: priority, then first come first served, hosts in turns. Every sixty-fourth request is of a
 * lower priority if one can be taken, the lower ones in turns, so that none starves.
 * A request that comes back stands in its old place, and is always admitted.
 * It remembers no host that is at rest: with no request, no lease and no hold.
 */
export class MemoryFrontier implements Frontier {
  readonly #maxPending: number;
  readonly #key: UrlKeyOptions | undefined;
  readonly #seen: SeenSet;
  readonly #turns: HostTurns;
  readonly #delayed = new DueHeap<{ readonly host: Host; readonly waiting: Waiting }>();
  readonly #holds = new DueHeap<{ readonly host: Host; readonly until: number }>();
  readonly #watchers = new Set<() => void>();
  #places = 0;
  #ready = 0;
  #leased = 0;

  constructor(options: MemoryFrontierOptions = {}) {
    const { perHost = 8, maxPending = Infinity, maxSeen = Infinity, key } = options;
    requireWhole("perHost", perHost, 1);
    requireWhole("maxPending", maxPending, 1);
    requireWhole("maxSeen", maxSeen, 1);
    if (key !== undefined) requireKey(key);
    this.#maxPending = maxPending;
    this.#key = key;
    this.#seen = new SeenSet(maxSeen);
    this.#turns = new HostTurns(perHost);
  }

  add(requests: readonly CrawlRequest[]): readonly Admission[] {
    const before = this.#places;
    const admissions = requests.map((request) => this.#admit(request));
    if (this.#places > before) this.#tell();
    return admissions;
  }

  take(max: number, now: number): readonly Lease[] {
    this.#passTime(now);
    const leases: Lease[] = [];
    while (leases.length < max) {
      const turn = this.#turns.next();
      if (!turn) break;
      this.#ready--;
      this.#leased++;
      leases.push(new MemoryLease(turn.host, turn.waiting));
    }
    return leases;
  }

  fetched(lease: Lease): void {
    const ours = own(lease);
    if (ours.state !== "called") return;
    ours.state = "fetched";
    ours.owner.inFlight--;
    this.#turns.enlist(ours.owner);
    this.#tell();
  }

  settle(lease: Lease, outcome: Settlement): void {
    const ours = own(lease);
    if (ours.state === "settled") throw new TypeError("Expected a lease that is not yet settled");
    this.fetched(ours);
    ours.state = "settled";
    this.#leased--;
    if ("retryAt" in outcome) {
      const request = ours.request.tried(outcome.attempts);
      const waiting = { request, place: ours.waiting.place };
      this.#delayed.push(outcome.retryAt, { host: ours.owner, waiting });
    } else {
      ours.owner.claims--;
      this.#turns.forget(ours.owner);
    }
    this.#tell();
  }

  hold(host: string, until: number): void {
    const held = this.#turns.host(host);
    held.heldUntil = until;
    if (until < Infinity) this.#holds.push(until, { host: held, until });
    this.#tell();
  }

  async whenReady(context: Context): Promise<void> {
    for (;;) {
      this.#passTime(context.clock.now());
      if (this.#turns.hasNext() || this.stats().pending + this.#leased === 0) return;
      await this.#change(context);
    }
  }

  stats(): FrontierStats {
    const pending = this.#ready + this.#delayed.size;
    return { pending, leased: this.#leased, seen: this.#seen.size };
  }

  hasSeen(request: CrawlRequest): boolean {
    return this.#seen.has(fingerprint(request, this.#key));
  }

  *pending(): Generator<CrawlRequest, void> {
    for (const { request } of this.#turns) yield request;
    for (const { waiting } of this.#delayed) yield waiting.request;
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #admit(request: CrawlRequest): Admission {
    const key = fingerprint(request, this.#key);
    if (this.#seen.has(key) && !request.dontFilter && !this.#leadsBack(request, key)) {
      return "duplicate";
    }
    if (this.#ready + this.#delayed.size >= this.#maxPending) return "rejected";
    this.#seen.add(key);
    this.#turns.push(domainKey(request.url), { request, place: this.#places++ });
    this.#ready++;
    return "admitted";
  }

  /** Whether a redirect leads back to where its own chain has been. */
  #leadsBack({ method, body, redirects }: CrawlRequest, key: string): boolean {
    return redirects.some((url) => fingerprint({ method, url, body }, this.#key) === key);
  }

  /** Lets go of the hosts and gives back the requests whose time has come. */
  #passTime(now: number): void {
    for (let hold = this.#holds.popDue(now); hold; hold = this.#holds.popDue(now)) {
      if (hold.host.heldUntil === hold.until) this.#turns.release(hold.host);
    }
    for (let back = this.#delayed.popDue(now); back; back = this.#delayed.popDue(now)) {
      this.#turns.putBack(back.host, back.waiting);
      this.#ready++;
    }
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }

  /** Resolves when something has happened or is due. */
  #change(context: Context): Promise<void> {
    const { clock } = context;
    return new Promise((resolve, reject) => {
      context.throwIfAborted();
      const leave = (): void => {
        this.#watchers.delete(wake);
        timer[Symbol.dispose]();
        hook[Symbol.dispose]();
      };
      const wake = (): void => {
        leave();
        resolve();
      };
      const due = Math.min(this.#delayed.nextDue, this.#holds.nextDue);
      const timer = clock.timer(wake, Math.max(0, due - clock.now()));
      const hook = context.onAbort((reason) => {
        leave();
        reject(reason);
      });
      this.#watchers.add(wake);
    });
  }
}

function requireKey(key: UrlKeyOptions): void {
  if (typeof key !== "object" || key === null) {
    throw new TypeError(`Expected "key" to be options of urlKey(): got ${show(key)}`);
  }
  urlKey("http://localhost/?a", key); // for what it throws
}

function own(lease: Lease): MemoryLease {
  if (lease instanceof MemoryLease) return lease;
  throw new TypeError("Expected a lease of this frontier");
}
