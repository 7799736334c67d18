import { settle } from "../../service/outcome.ts";
import type { NotFetchedReason } from "../fates.ts";
import type { RequestFingerprint } from "../frontier/fingerprint.ts";
import type { Awaitable } from "../frontier/frontier.ts";
import { SeenSet } from "../frontier/seen/seen-set.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Batch } from "./batch.ts";
import { Door, type DoorOptions, type Entry, type Origin } from "./door.ts";
import { LinkLine } from "./link-line.ts";
import { Party } from "./party.ts";

/** Hosts that are asked after at a time whether they may have a call. */
const SOME = 16;

/** How somebody waits for room: in which place, and how. */
export interface Place {
  readonly place: number;
  readonly aside: (room: Promise<void>) => Promise<void>;
}

/** What a {@link Gate} is made of. */
export interface GateOptions extends DoorOptions {
  /** How the frontier tells one request from another; undefined where that is not known. */
  readonly fingerprint: RequestFingerprint | undefined;
  /** Called where the frontier fails a request that waited in line. */
  readonly onFailure: (error: unknown) => void;
}

/** The way into the frontier: what may not enter has a reason, what finds no room waits for it. */
export class Gate {
  readonly #options: GateOptions;
  readonly #door: Door;
  readonly #line = new LinkLine();
  /** The links that wait in line: each once. */
  readonly #lined = new SeenSet();
  #departures = 0;
  #room = 0;
  #isWaking = false;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#door = new Door(options);
  }

  /** Lets a request in, or keeps it out and records why, or tells that there is no room. */
  enter(request: CrawlRequest, origin: Origin): Awaitable<Entry> {
    return this.#door.ask(request, origin);
  }

  /** Enters a request that found no room, once there is some; the lowest place comes first. */
  async enterLater(request: CrawlRequest, origin: Origin, { place, aside }: Place): Promise<void> {
    const before = this.#departures;
    if ((await this.#door.enter(request, origin)) !== "full") return;
    const party = new Party(place, origin);
    this.line(request, party, before);
    party.rest();
    if (party.size > 0) await aside(new Promise<void>((resolve) => party.whenEmpty(resolve)));
  }

  /** How many requests have left the frontier. */
  get departures(): number {
    return this.#departures;
  }

  /**
   * Has a request wait in line that found no room. A link that is there already is a duplicate.
   *
   * `asked` is how many had left when it asked for room: since then there may have come some.
   */
  line(request: CrawlRequest, party: Party, asked: number = this.#departures): void {
    const key = this.#keyOf(request, party);
    if (key !== undefined && this.#lined.has(key)) {
      this.#door.keepOut(request, { reason: "duplicate" });
      return;
    }
    if (key !== undefined) this.#lined.add(key);
    this.#line.push(request, party);
    if (asked !== this.#departures) this.#wake(1);
  }

  /** Whether there is anything in line. */
  get isCrowded(): boolean {
    return this.#line.hosts > 0;
  }

  /** Tells that `count` requests have left the frontier. */
  makeRoom(count: number): void {
    this.#departures += count;
    this.#wake(count);
  }

  /**
   * Where nothing can be taken, lets in up to `most` requests of hosts that may have a call, though
   * there is no room: what waits for a host that is held is not to keep all others out.
   *
   * Looks at some hosts, each in turn, or at all. False where it let in none.
   */
  async overdraw(most: number, which: "some" | "all"): Promise<boolean> {
    const { frontier } = this.#options;
    if (!frontier.overdraw) return false;
    let entered = 0;
    const { hosts } = this.#line;
    for (let left = which === "all" ? hosts : Math.min(hosts, SOME); left > 0; left--) {
      const batch = this.#line.inTurn();
      if (!batch || entered >= most) break;
      if ((await this.#tryAgain(batch, "beyond")) === "in") entered++;
    }
    return entered > 0;
  }

  /**
   * From now on nobody waits: what finds no room is not fetched, for this reason.
   *
   * The others still enter, though nothing is taken any more, as a durable frontier keeps them.
   */
  close(reason: NotFetchedReason): void {
    this.#door.close(reason);
    this.#departures++;
    this.#wake(Infinity);
  }

  /** Lets the first in line try, one for each room there is; it may find that it needs none. */
  #wake(count: number): void {
    this.#room += count;
    if (this.#isWaking) return;
    this.#isWaking = true;
    while (this.#room > 0) {
      const { first } = this.#line;
      if (!first) break;
      this.#room--;
      if (this.#tryAgain(first) === "full") break;
    }
    this.#room = 0;
    this.#isWaking = false;
  }

  /** Has the first of a batch try again. */
  #tryAgain(batch: Batch, how?: "beyond"): Awaitable<Entry> {
    const request = batch.peek();
    try {
      const where = this.#door.enter(request, batch.party.origin, how);
      if (where instanceof Promise) return this.#whenTried(where, request, batch);
      if (where !== "full") this.#line.drop(batch, request);
      return this.#tried(where, request, batch.party);
    } catch (error) {
      this.#line.drop(batch, request);
      return this.#failed(error, request, batch.party);
    }
  }

  /** Meanwhile the next in line may try; if this one finds no room, it comes in again. */
  async #whenTried(trying: Promise<Entry>, request: CrawlRequest, batch: Batch): Promise<Entry> {
    const { party } = batch;
    const before = this.#departures;
    this.#line.drop(batch, request);
    const tried = await settle(trying);
    if (!tried.ok) return this.#failed(tried.error, request, party);
    if (tried.value === "full") {
      this.#line.push(request, party);
      party.leave();
      if (before !== this.#departures) this.#wake(1);
    }
    return this.#tried(tried.value, request, party);
  }

  #tried(where: Entry, request: CrawlRequest, party: Party): Entry {
    if (where !== "full") this.#leave(request, party);
    // The room is for another.
    if (where === "out") this.#wake(1);
    return where;
  }

  #failed(error: unknown, request: CrawlRequest, party: Party): Entry {
    this.#leave(request, party);
    this.#options.onFailure(error);
    return "out";
  }

  #leave(request: CrawlRequest, party: Party): void {
    const key = this.#keyOf(request, party);
    if (key !== undefined) this.#lined.delete(key);
    party.leave();
  }

  /** What a link is known by in line. A start URL may stand there beside one, and comes first. */
  #keyOf(request: CrawlRequest, { origin }: Party): string | undefined {
    if (origin !== "link" || request.dontFilter) return undefined;
    return this.#options.fingerprint?.(request);
  }
}
