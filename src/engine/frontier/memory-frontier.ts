import { domainKey } from "../../http/url/domain-key.ts";
import type { UrlKeyOptions } from "../../http/url/url-key.ts";
import type { Context } from "../../service/context.ts";
import { requireBoolean, requireOptions, requireWhole, show } from "../../service/options.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import { fingerprintBy, leadsBack, type RequestFingerprint } from "./fingerprint.ts";
import type { Admission, Frontier, FrontierStats, Lease, Settlement } from "./frontier.ts";
import { type CrawlOrder, rankBy, type RequestScore } from "./order.ts";
import { PlacedQueue } from "./placed-queue.ts";
import { RankedQueue } from "./ranked-queue.ts";
import { Schedule } from "./schedule.ts";
import { SeenSet } from "./seen/seen-set.ts";

/** Options of a {@link MemoryFrontier}. */
export interface MemoryFrontierOptions {
  /** Which request of a host comes first, of those of the same priority. @defaultValue `"breadth-first"` */
  readonly order?: CrawlOrder | undefined;
  /** How good a request is, where the order is `"best-first"`. @defaultValue none */
  readonly score?: RequestScore | undefined;
  /** Calls in flight to one host. @defaultValue 8 */
  readonly perHost?: number | undefined;
  /**
   * Requests that may wait, delayed ones too; more are rejected. While nothing can be taken, up to as many
   * again may come to wait by `overdraw`, of hosts that are idle.
   *
   * @defaultValue `Infinity`
   */
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
 * of these the one that has had least of the time of workers: a slow host keeps no other waiting, and
 * hosts as fast as each other have turns. Of one host, the highest priority comes first, then `order` decides.
 * Lest anything starve, every sixty-fourth turn goes round the hosts of lower priorities, and of each host every
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
  readonly #schedule: Schedule;
  #places = 0;

  constructor(options: MemoryFrontierOptions = {}) {
    requireOptions("MemoryFrontier", options, known);
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
    this.#schedule = new Schedule(perHost, () =>
      this.#rank ? new RankedQueue() : new PlacedQueue(),
    );
  }

  add(requests: readonly CrawlRequest[]): readonly Admission[] {
    const first = requests[0];
    if (first && requests.length === 1) return alone[this.#addOne(first, this.#maxPending)];
    const before = this.#places;
    try {
      return requests.map((request) => this.#admit(request, this.#maxPending));
    } finally {
      if (this.#places > before) this.#schedule.tell();
    }
  }

  /** Lets in no more than as many again as may wait. */
  overdraw(request: CrawlRequest): Admission {
    const isIdle = this.#schedule.isIdle(domainKey(request.url));
    return this.#addOne(request, this.#maxPending * (isIdle ? 2 : 1));
  }

  take(max: number, now: number): readonly Lease[] {
    return this.#schedule.take(max, now);
  }

  fetched(lease: Lease): void {
    this.#schedule.fetched(lease);
  }

  settle(lease: Lease, outcome: Settlement): void {
    const { request } = this.#schedule.settle(lease, outcome);
    if ("failed" in outcome && this.#forgetFailed) this.#seen.delete(this.#fingerprint(request));
  }

  hold(host: string, until: number): void {
    this.#schedule.hold(host, until);
  }

  whenReady(context: Context): Promise<void> {
    return this.#schedule.whenReady(context);
  }

  stats(): FrontierStats {
    const { pending, leased, held } = this.#schedule;
    return { pending, leased, seen: this.#seen.size, held };
  }

  hasSeen(request: CrawlRequest): boolean {
    return this.#seen.has(this.#fingerprint(request));
  }

  upcoming(max: number): Iterable<CrawlRequest> {
    return this.#schedule.upcoming(max).map(({ request }) => request);
  }

  *pending(): Generator<CrawlRequest, void> {
    for (const { request } of this.#schedule) yield request;
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #addOne(request: CrawlRequest, maxPending: number): Admission {
    const admission = this.#admit(request, maxPending);
    if (admission === "admitted") this.#schedule.tell();
    return admission;
  }

  #admit(request: CrawlRequest, maxPending: number): Admission {
    const key = this.#fingerprint(request);
    if (this.#seen.has(key) && !request.dontFilter && !leadsBack(request, this.#fingerprint)) {
      return "duplicate";
    }
    if (this.#schedule.pending >= maxPending) return "rejected";
    const rank = this.#rank?.(request) ?? 0;
    const host = domainKey(request.url);
    this.#seen.add(key);
    this.#schedule.push(host, { request, rank, place: this.#places++ });
    return "admitted";
  }
}

/** What is said of a request that comes by itself, as links do: no list is made for each. */
const alone: Readonly<Record<Admission, readonly Admission[]>> = {
  admitted: ["admitted"],
  duplicate: ["duplicate"],
  rejected: ["rejected"],
};

const known: Readonly<Record<keyof MemoryFrontierOptions, true>> = {
  order: true,
  score: true,
  perHost: true,
  maxPending: true,
  maxSeen: true,
  forgetFailed: true,
  key: true,
  fingerprint: true,
  fingerprintBits: true,
};

function requireBits(bits: unknown): void {
  if (bits === 64 || bits === 128) return;
  throw new RangeError(`Expected "fingerprintBits" to be 64 or 128: got ${show(bits)}`);
}
