import { domainKey } from "../http/domain-key.ts";
import type { UrlKeyOptions } from "../http/url-key.ts";
import type { Context } from "../service/context.ts";
import { requireWhole } from "../service/options.ts";
import type { CrawlRequest } from "./crawl-request.ts";
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
  fetched = false;

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
 * lower priority if there is one, so that none starves.
 * A request that comes back stands in its old place, and is always admitted.
 */
export class MemoryFrontier implements Frontier {
  readonly #maxPending: number;
  readonly #key: UrlKeyOptions | undefined;
  readonly #seen: SeenSet;
  readonly #turns: HostTurns;
  readonly #delayed = new DueHeap<{ readonly host: Host; readonly waiting: Waiting }>();
  readonly #holds = new DueHeap<{ readonly host: Host; readonly until: number }>();
  #places = 0;
  #ready = 0;
  #leased = 0;
  #changed: (() => void) | undefined;

  constructor(options: MemoryFrontierOptions = {}) {
    const { perHost = 8, maxPending = Infinity, maxSeen = Infinity, key } = options;
    requireWhole("perHost", perHost, 1);
    requireWhole("maxPending", maxPending, 1);
    requireWhole("maxSeen", maxSeen, 1);
    this.#maxPending = maxPending;
    this.#key = key;
    this.#seen = new SeenSet(maxSeen);
    this.#turns = new HostTurns(perHost);
  }

  add(
    requests: readonly CrawlRequest[],
    { force = false }: { readonly force?: boolean } = {},
  ): readonly Admission[] {
    const admissions = requests.map((request) => this.#admit(request, force));
    this.#changed?.();
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
    if (ours.fetched) return;
    ours.fetched = true;
    ours.owner.inFlight--;
    this.#turns.enlist(ours.owner);
    this.#changed?.();
  }

  settle(lease: Lease, outcome: Settlement): void {
    const ours = own(lease);
    this.fetched(ours);
    this.#leased--;
    if ("retryAt" in outcome) {
      const request = ours.request.at({ attempts: outcome.attempts });
      const waiting = { request, place: ours.waiting.place };
      this.#delayed.push(outcome.retryAt, { host: ours.owner, waiting });
    } else {
      ours.owner.claims--;
      this.#turns.forget(ours.owner);
    }
    this.#changed?.();
  }

  hold(host: string, until: number): void {
    const held = this.#turns.host(host);
    held.heldUntil = until;
    if (until < Infinity) this.#holds.push(until, { host: held, until });
    this.#changed?.();
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
    yield* this.#turns;
    for (const { waiting } of this.#delayed) yield waiting.request;
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #admit(request: CrawlRequest, force: boolean): Admission {
    const key = fingerprint(request, this.#key);
    if (!force) {
      if (!request.dontFilter && this.#seen.has(key)) return "duplicate";
      if (this.#ready + this.#delayed.size >= this.#maxPending) return "rejected";
    }
    this.#seen.add(key);
    this.#turns.push(domainKey(request.url), { request, place: this.#places++ });
    this.#ready++;
    return "admitted";
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

  #change(context: Context): Promise<void> {
    return new Promise((resolve, reject) => {
      context.throwIfAborted();
      const leave = (): void => {
        this.#changed = undefined;
        timer[Symbol.dispose]();
        hook[Symbol.dispose]();
      };
      this.#changed = () => {
        leave();
        resolve();
      };
      const due = Math.min(this.#delayed.nextDue, this.#holds.nextDue);
      const timer = context.clock.timer(
        () => this.#changed?.(),
        Math.max(0, due - context.clock.now()),
      );
      const hook = context.onAbort((reason) => {
        leave();
        reject(reason);
      });
    });
  }
}

function own(lease: Lease): MemoryLease {
  if (lease instanceof MemoryLease) return lease;
  throw new TypeError("Expected a lease of this frontier");
}
