import { domainKey } from "../../http/url/domain-key.ts";
import type { UrlKeyOptions } from "../../http/url/url-key.ts";
import type { Context } from "../../service/context.ts";
import { requireBoolean, requireWhole, show } from "../../service/options.ts";
import { CrawlRequest } from "../page/crawl-request.ts";
import { Changes } from "./changes.ts";
import { DueHeap } from "./due-heap.ts";
import { type RequestFingerprint, fingerprintBy } from "./fingerprint.ts";
import type { Admission, Frontier, FrontierStats, Lease, Settlement } from "./frontier.ts";
import { type Host, HostTurns } from "./host-turns.ts";
import { MemoryLease } from "./memory-lease.ts";
import { type CrawlOrder, rankBy, type RequestScore } from "./order.ts";
import { SeenSet } from "./seen/seen-set.ts";
import type { Waiting } from "./waiting.ts";

/** Options of a {@link MemoryFrontier}. */
export interface MemoryFrontierOptions {
  /** Which request of a host comes first, of those of the same priority. @defaultValue `"breadth-first"` */
  readonly order?: CrawlOrder | undefined;
  /** How good a request is, where the order is `"best-first"`. @defaultValue none */
  readonly score?: RequestScore | undefined;
  /** Calls in flight to one host. @defaultValue 8 */
  readonly perHost?: number | undefined;
  /** Requests that may wait, delayed ones too; more are rejected. @defaultValue `Infinity` */
  readonly maxPending?: number | undefined;
  /** Fingerprints remembered; the oldest is forgotten first. @defaultValue `Infinity` */
  readonly maxSeen?: number | undefined;
  /** Whether a request that fails is forgotten, so that it can be added again. @defaultValue `false` */
  readonly forgetFailed?: boolean | undefined;
  /** What counts as the same URL. @defaultValue `urlKey` as it is */
  readonly key?: UrlKeyOptions | undefined;
  /** Which requests are the same, in place of method, URL and body. @defaultValue by these and `key` */
  readonly fingerprint?: RequestFingerprint | undefined;
  /** By how many bits fingerprints are told apart. @defaultValue 64 */
  readonly fingerprintBits?: 64 | 128 | undefined;
}

/**
 * The frontier of a crawl that does not outlive its process.
 *
 * Of the hosts that may have a call, those come first that have a request of the highest priority,
 * of these those with the fewest calls in flight, of these each in turn. So a slow host keeps no other
 * waiting. Of one host, the highest priority comes first, then `order` decides.
 * Lest anything starve, every sixty-fourth turn goes round all hosts, and of each host every
 * sixty-fourth request is of another priority, these in turn, and the one that has waited longest.
 * A request that comes back stands in its old place, and is always admitted.
 * It remembers no host that is at rest: with no request, no lease and no hold.
 *
 * Fingerprints are kept as hashes of 64 bits under a key of the process. That any two of ten million
 * are the same, so that one is taken for seen, has odds of 1 to 370,000; of 128 bits they are nil.
 * One takes 11 to 16 bytes of memory, 8 more with `maxSeen`; twice that of 128 bits.
 */
export class MemoryFrontier implements Frontier {
  readonly #maxPending: number;
  readonly #forgetFailed: boolean;
  readonly #fingerprint: RequestFingerprint;
  readonly #rank: RequestScore | undefined;
  readonly #seen: SeenSet;
  readonly #turns: HostTurns;
  readonly #delayed = new DueHeap<{ readonly host: Host; readonly waiting: Waiting }>();
  readonly #holds = new DueHeap<{ readonly host: Host; readonly until: number }>();
  readonly #changes = new Changes();
  #places = 0;
  #ready = 0;
  #leased = 0;

  constructor(options: MemoryFrontierOptions = {}) {
    const { perHost = 8, maxPending = Infinity, maxSeen = Infinity } = options;
    const { fingerprintBits = 64, forgetFailed = false, order = "breadth-first" } = options;
    requireWhole("perHost", perHost, 1);
    requireWhole("maxPending", maxPending, 1);
    requireWhole("maxSeen", maxSeen, 1);
    requireBoolean("forgetFailed", forgetFailed);
    requireBits(fingerprintBits);
    this.#maxPending = maxPending;
    this.#forgetFailed = forgetFailed;
    this.#fingerprint = fingerprintBy(options.key, options.fingerprint);
    this.#rank = rankBy(order, options.score);
    this.#seen = new SeenSet(maxSeen, fingerprintBits);
    this.#turns = new HostTurns(perHost, this.#rank !== undefined);
  }

  add(requests: readonly CrawlRequest[]): readonly Admission[] {
    const before = this.#places;
    try {
      return requests.map((request) => this.#admit(request));
    } finally {
      if (this.#places > before) this.#changes.tell();
    }
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
    this.#turns.ended(ours.owner);
    this.#changes.tell();
  }

  settle(lease: Lease, outcome: Settlement): void {
    const ours = own(lease);
    if (ours.state === "settled") throw new TypeError("Expected a lease that is not yet settled");
    this.fetched(ours);
    ours.state = "settled";
    this.#leased--;
    if ("retryAt" in outcome) {
      const request = ours.request.tried(outcome.attempts);
      const waiting = { ...ours.waiting, request };
      this.#delayed.push(outcome.retryAt, { host: ours.owner, waiting });
    } else {
      if ("failed" in outcome && this.#forgetFailed)
        this.#seen.delete(this.#fingerprint(ours.request));
      this.#turns.settled(ours.owner);
    }
    this.#changes.tell();
  }

  hold(host: string, until: number): void {
    const held = this.#turns.hold(host, until);
    if (until < Infinity) this.#holds.push(until, { host: held, until });
    this.#changes.tell();
  }

  async whenReady(context: Context): Promise<void> {
    for (;;) {
      this.#passTime(context.clock.now());
      if (this.#turns.hasNext() || this.stats().pending + this.#leased === 0) return;
      await this.#changes.next(context, Math.min(this.#delayed.nextDue, this.#holds.nextDue));
    }
  }

  stats(): FrontierStats {
    const pending = this.#ready + this.#delayed.size;
    return { pending, leased: this.#leased, seen: this.#seen.size };
  }

  hasSeen(request: CrawlRequest): boolean {
    return this.#seen.has(this.#fingerprint(request));
  }

  *upcoming(max: number): Generator<CrawlRequest, void> {
    let left = max;
    for (const { request } of this.#turns.upcoming()) {
      if (left-- <= 0) return;
      yield request;
    }
  }

  *pending(): Generator<CrawlRequest, void> {
    for (const { request } of this.#turns) yield request;
    for (const { waiting } of this.#delayed) yield waiting.request;
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #admit(request: CrawlRequest): Admission {
    const key = this.#fingerprint(request);
    if (this.#seen.has(key) && !request.dontFilter && !this.#leadsBack(request, key)) {
      return "duplicate";
    }
    if (this.#ready + this.#delayed.size >= this.#maxPending) return "rejected";
    const rank = this.#rank?.(request) ?? 0;
    const host = domainKey(request.url);
    this.#seen.add(key);
    this.#turns.push(host, { request, rank, place: this.#places++ });
    this.#ready++;
    return "admitted";
  }

  /** Whether a redirect leads back to where its own chain has been. */
  #leadsBack(request: CrawlRequest, key: string): boolean {
    const before = (url: string): CrawlRequest => new CrawlRequest(url, request);
    return request.redirects.some((url) => this.#fingerprint(before(url)) === key);
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
}

function requireBits(bits: unknown): void {
  if (bits === 64 || bits === 128) return;
  throw new RangeError(`Expected "fingerprintBits" to be 64 or 128: got ${show(bits)}`);
}

function own(lease: Lease): MemoryLease {
  if (lease instanceof MemoryLease) return lease;
  throw new TypeError("Expected a lease of this frontier");
}
