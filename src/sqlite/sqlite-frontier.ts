import { leadsBack } from "../engine/frontier/fingerprint.ts";
import type {
  Admission,
  Fate,
  Frontier,
  FrontierStats,
  Lease,
  Past,
  Settlement,
} from "../engine/frontier/frontier.ts";
import { Schedule } from "../engine/frontier/schedule.ts";
import { SeenSet } from "../engine/frontier/seen/seen-set.ts";
import type { Line, Waiting } from "../engine/frontier/waiting.ts";
import type { Outbox } from "../engine/items/outbox.ts";
import { type CrawlRequest, request } from "../engine/page/crawl-request.ts";
import { domainKey } from "../http/url/domain-key.ts";
import { withoutFragment } from "../http/url/without-fragment.ts";
import type { Context } from "../service/context.ts";
import { requireBegunWith } from "./begun-with.ts";
import { Contents } from "./contents.ts";
import { Database } from "./database.ts";
import { digest } from "./digest.ts";
import {
  frontierPlanOf,
  type SqliteFrontierOptions,
  type SqliteFrontierPlan,
} from "./frontier-options.ts";
import { KeptItems } from "./kept-items.ts";
import { LeftOut } from "./left-out.ts";
import { RequestStore } from "./request-store.ts";
import { restore } from "./restore.ts";
import { RunLog } from "./run-log.ts";
import { StoredHolds } from "./stored-holds.ts";
import { StoredLine } from "./stored-line.ts";

/** How many fingerprints are known without a look into the database. */
const AT_HAND = 500_000;

/**
 * The frontier of a crawl that goes on where it stood, whatever ended its process.
 *
 * Requests, what was seen, attempts, delays, holds and items are in one database in WAL mode. What happens in
 * one turn of the event loop is one transaction, so that a page is done and its items are there together or
 * not at all. A process that is killed at any instant loses no request: those it had in hand wait
 * again, in their old place, with the attempts they had, and their links are duplicates by then.
 * After a power cut the last transactions may be missing, as if the process had been killed a little
 * earlier; the database is whole.
 *
 * It decides what is next as `MemoryFrontier` does. It never rejects: of each host and priority some
 * dozens of requests are in memory, the others in the database only. Memory grows with the hosts that
 * have something to fetch, not with what waits or was seen.
 * Fingerprints are digests of 128 bits.
 *
 * The first write that fails, as where the disk is full, makes all further calls throw that
 * `DatabaseError`: the crawl ends, and what was committed before stays. A file that is no database, is
 * another program's, of another version, or begun with another `order`, `key` or `fingerprint`, is refused as
 * it is opened, and not touched. So is one that another process has: one at a time may use it. That is
 * told by a lock on an empty file beside it, which the system lets go of however a process ends.
 *
 * It is the one who made it who disposes it.
 *
 * @example
 * ```ts
 * await using frontier = new SqliteFrontier({ file: "crawl.db" });
 * await crawl({ frontier, start: "https://example.com", parse }).done(); // run again, it goes on
 * ```
 */
export class SqliteFrontier implements Frontier {
  /** @internal */
  readonly database: Database;
  /** @internal */
  readonly contents: Contents;
  readonly outbox: Outbox;
  readonly #plan: SqliteFrontierPlan;
  readonly #requests: RequestStore;
  readonly #leftOut: LeftOut;
  readonly #items: KeptItems;
  readonly #holds: StoredHolds;
  readonly #runs: RunLog;
  readonly #schedule: Schedule;
  /** The latest of those that are in the database. */
  readonly #atHand = new SeenSet(AT_HAND, 128);
  #seen: number;
  #places: number;

  constructor(options: SqliteFrontierOptions) {
    const plan = frontierPlanOf(options);
    const database = new Database(plan.file, () => this.#schedule.end());
    this.#plan = plan;
    this.database = database;
    this.#schedule = new Schedule(plan.perHost, (host, priority) => this.#newLine(host, priority));
    try {
      requireBegunWith(database, plan.begunWith);
      this.#requests = new RequestStore(database);
      this.#leftOut = new LeftOut(database);
      this.#holds = new StoredHolds(database);
      this.#items = new KeptItems(database, plan.keepItems);
      this.outbox = this.#items;
      this.contents = new Contents(database);
      this.#runs = new RunLog(database, plan.clock.wallMs());
      const { places, seen } = this.#requests.counts();
      this.#places = places;
      this.#seen = seen;
      restore(this.#schedule, { ...plan, requests: this.#requests, holds: this.#holds });
      database.flush();
    } catch (error) {
      database.close();
      throw error;
    }
  }

  add(requests: readonly CrawlRequest[]): readonly Admission[] {
    this.database.check();
    const before = this.#places;
    try {
      return requests.map((request) => this.#admit(request));
    } finally {
      if (this.#places > before) this.#schedule.tell();
    }
  }

  take(max: number, now: number): readonly Lease[] {
    this.database.check();
    return this.#schedule.take(max, now);
  }

  fetched(lease: Lease): void {
    this.#schedule.fetched(lease);
  }

  settle(lease: Lease, outcome: Settlement): void {
    this.database.check();
    const { attempts } = lease.request;
    const { waiting } = this.#schedule.settle(lease, outcome);
    this.#items.settle(waiting.place, outcome);
    this.contents.settle(waiting.request.url, "done" in outcome);
    if (!("retryAt" in outcome)) this.#end(waiting, outcome);
    // What goes back as it was is still there as it was.
    else if (outcome.attempts !== attempts || outcome.retryAt > this.#plan.clock.now()) {
      this.#requests.retry(waiting.place, outcome.attempts, this.#wallMs(outcome.retryAt));
    }
  }

  hold(host: string, until: number): void {
    this.#schedule.hold(host, until);
    // Who holds a host may have nobody to tell what failed.
    this.database.aside(() => this.#holds.set(host, this.#wallMs(until)));
  }

  async whenReady(context: Context): Promise<void> {
    await this.#schedule.whenReady(context);
    this.database.check();
  }

  stats(): FrontierStats {
    const { pending, leased, held } = this.#schedule;
    return { pending, leased, seen: this.#seen, held };
  }

  hasSeen(request: CrawlRequest): boolean {
    const key = this.#plan.fingerprint(request);
    return this.#atHand.has(key) || this.#requests.find(digest(key)) !== undefined;
  }

  *upcoming(max: number): Generator<CrawlRequest, void> {
    for (const { request } of this.#schedule.upcoming(max)) yield request;
  }

  leaveOut(url: string, fate: Fate): void {
    this.#leftOut.add(url, fate);
  }

  fateOf(url: string): Fate | undefined {
    const page = withoutFragment(url);
    const found = this.#requests.find(digest(this.#plan.fingerprint(request(page))));
    const isSame = found && withoutFragment(found.url) === page;
    return isSame ? found.fate : this.#leftOut.find(page);
  }

  past(which: "starts" | "all"): Iterable<Past> {
    return this.#requests.past(which);
  }

  flush(): void {
    this.database.flush();
  }

  /** Commits what was told, and lets go of the file. */
  async [Symbol.asyncDispose](): Promise<void> {
    // What has failed is told by close(), if nobody was told.
    this.database.aside(() => this.#runs.end(this.#plan.clock.wallMs()));
    this.database.close();
  }

  #admit(request: CrawlRequest): Admission {
    const { fingerprint, rank } = this.#plan;
    const key = fingerprint(request);
    const isKnown = this.#knows(key);
    const mayRepeat = request.dontFilter || leadsBack(request, fingerprint);
    if (isKnown && !mayRepeat) return "duplicate";
    const host = domainKey(request.url);
    const waiting = { request, rank: rank?.(request) ?? 0, place: this.#places };
    const isNew = !isKnown && this.#remember(key, host, waiting);
    if (!isNew && !mayRepeat) return "duplicate";
    if (!isNew) this.#requests.add(host, waiting, null);
    this.#places++;
    this.#schedule.push(host, waiting);
    return "admitted";
  }

  /** Whether a fingerprint is known to be there; looks it up where only what is admitted may be scored. */
  #knows(key: string): boolean {
    if (this.#atHand.has(key)) return true;
    return this.#plan.rank !== undefined && this.#requests.find(digest(key)) !== undefined;
  }

  /** Stores a request by its fingerprint; false where that is there already. */
  #remember(key: string, host: string, waiting: Waiting): boolean {
    this.#atHand.add(key);
    const isNew = this.#requests.add(host, waiting, digest(key));
    if (isNew) this.#seen++;
    return isNew;
  }

  #end(
    { place, request }: Waiting,
    outcome: Exclude<Settlement, { readonly retryAt: number }>,
  ): void {
    const hasFailed = "failed" in outcome;
    const { fate = { fate: hasFailed ? "failed" : "fetched" } } = outcome;
    this.#requests.end(place, request, fate);
    if (!hasFailed || !this.#plan.forgetFailed) return;
    const key = this.#plan.fingerprint(request);
    this.#atHand.delete(key);
    this.#seen -= this.#requests.forget(digest(key));
  }

  #newLine(host: string, priority: number): Line {
    const isRanked = this.#plan.rank !== undefined;
    const store = this.#requests.line(host, priority);
    // What was admitted before is in other lines, or was taken.
    const last = { rank: 0, place: this.#places - 1 };
    return new StoredLine({ store, isRanked, ...(!isRanked && { last }) });
  }

  #wallMs(instant: number): number {
    const { clock } = this.#plan;
    return clock.wallMs() + (instant - clock.now());
  }
}
