import type { Frontier, Lease, Settlement } from "../../engine/frontier/frontier.ts";
import type { CrawlRequest } from "../../engine/page/crawl-request.ts";
import { show } from "../../service/options.ts";
import { BrokenRule, requireRule } from "../contract/broken-rule.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { askedId, askedRequest } from "./asked-request.ts";
import { type Booked, FrontierBook } from "./frontier-book.ts";
import {
  type Answered,
  type FrontierTraits,
  judgeBatch,
  judgeBatches,
  judgeLease,
  requireAdmissions,
} from "./frontier-rules.ts";
import {
  type Ask,
  type AskedOutcome,
  type FrontierSchedule,
  type FrontierStep,
  hosts,
} from "./frontier-schedule.ts";
import { FrontierWaits, NOTHING_LEFT } from "./frontier-waits.ts";

/** A lease with what the book has of it. */
interface Held {
  readonly lease: Lease;
  readonly booked: Booked;
}

/** A frontier beside a book of it, while a schedule is played to both. Throws where they differ. */
export class FrontierPlay {
  readonly #frontier: Frontier;
  readonly #traits: FrontierTraits;
  readonly #clock = new VirtualClock();
  readonly #book: FrontierBook;
  readonly #waits: FrontierWaits;
  readonly #asked: CrawlRequest[] = [];
  #held: Held[] = [];

  constructor(frontier: Frontier, traits: FrontierTraits) {
    this.#frontier = frontier;
    this.#traits = traits;
    this.#book = new FrontierBook(traits.perHost);
    this.#waits = new FrontierWaits(frontier, this.#clock);
  }

  async play(schedule: FrontierSchedule): Promise<void> {
    for (const step of schedule) {
      await this.#take(step);
      await this.#requireTruth();
    }
    await this.#end();
  }

  async #take(step: FrontierStep): Promise<void> {
    const now = this.#clock.now();
    switch (step.act) {
      case "add":
        return this.#add(step.batches);
      case "overdraw":
        return this.#overdraw(step.ask, now);
      case "take":
        return this.#lease(step.most);
      case "fetched":
        return this.#fetched(this.#choose([step.which]));
      case "settle":
        return this.#settle(this.#choose(step.which), (held) => outcomeOf(step.as, held, now));
      case "hold":
        return this.#hold(step.host, now + step.forMs);
      case "pass":
        return this.#clock.advance(step.ms);
      case "wait":
        return this.#waits.begin();
      case "abort":
        return this.#waits.abort(step.which);
    }
  }

  async #add(batches: readonly (readonly Ask[])[]): Promise<void> {
    const answers = await Promise.all(batches.map((batch) => this.#addBatch(batch)));
    const judge = answers.length === 1 ? judgeBatch : judgeBatches;
    judge(answers.flat(), this.#book, this.#traits);
  }

  /** Nobody asks while there is something to take. */
  async #overdraw(ask: Ask, now: number): Promise<void> {
    const overdraw = this.#frontier.overdraw?.bind(this.#frontier);
    if (!overdraw || this.#book.takeable(now).length > 0) return;
    const hasMore = this.#book.isIdle(ask.host, now);
    const add: Frontier["add"] = (all) =>
      Promise.all(all.map(async (request) => overdraw(request)));
    judgeBatch(await this.#addBatch([ask], add), this.#book, this.#traits, hasMore);
  }

  async #addBatch(
    batch: readonly Ask[],
    add: Frontier["add"] = (requests) => this.#frontier.add(requests),
  ): Promise<readonly Answered[]> {
    const added = batch.map((ask) => {
      const id = this.#asked.length;
      const request = askedRequest(ask, id);
      this.#asked.push(request);
      return { id, request };
    });
    const admissions = await this.#ask("add", () => add(added.map(({ request }) => request)));
    requireAdmissions(admissions, batch.length);
    return added.map(({ id, request }, n) => {
      return { id, request, admission: admissions[n] ?? "rejected" };
    });
  }

  async #lease(most: readonly number[]): Promise<void> {
    const now = this.#clock.now();
    const takeable = this.#book.takeable(now).length;
    const lists = await Promise.all(most.map((max) => this.#leaseBatch(max, now)));
    // Of several lists that were asked for at once, none is known to come first.
    const traits = { ...this.#traits, inOrder: this.#traits.inOrder && most.length === 1 };
    for (const lease of lists.flat()) {
      this.#held.push({ lease, booked: judgeLease(lease, this.#book, traits, now) });
    }
    requireRule(
      takeable === 0 || lists.flat().length > 0,
      "take gives something where there is something to take",
      () => `There were ${takeable}`,
    );
  }

  async #leaseBatch(max: number, now: number): Promise<readonly Lease[]> {
    const leases = await this.#ask("take", () => this.#frontier.take(max, now));
    requireRule(
      Array.isArray(leases) && leases.length <= max,
      "take gives no more than it is asked for",
      () => `Asked for ${max}, it gave ${Array.isArray(leases) ? leases.length : show(leases)}`,
    );
    return leases;
  }

  async #fetched(held: readonly Held[]): Promise<void> {
    for (const { lease, booked } of held) {
      await this.#ask("fetched", () => this.#frontier.fetched(lease));
      booked.state = "fetched";
    }
  }

  async #settle(held: readonly Held[], outcomeOf: (held: Held) => Settlement): Promise<void> {
    this.#held = this.#held.filter((one) => !held.includes(one));
    await Promise.all(
      held.map(async (one) => {
        const outcome = outcomeOf(one);
        await this.#ask("settle", () => this.#frontier.settle(one.lease, outcome));
        if ("retryAt" in outcome) {
          this.#book.putBack(one.booked, outcome.attempts, outcome.retryAt);
        } else this.#book.settle(one.booked);
      }),
    );
  }

  async #hold(host: string, until: number): Promise<void> {
    await this.#ask("hold", () => this.#frontier.hold(host, until));
    this.#book.hold(host, until);
  }

  #choose(which: readonly number[]): readonly Held[] {
    const chosen = which.flatMap((which) => this.#held[which % this.#held.length] ?? []);
    return [...new Set(chosen)];
  }

  /** What the frontier says of itself, and tells those who wait. */
  async #requireTruth(): Promise<void> {
    const { pending, leased, seen } = await this.#ask("stats", () => this.#frontier.stats());
    const [waiting, taken] = [this.#book.waiting.length, this.#book.leased.length];
    requireRule(
      pending === waiting && leased === taken,
      "stats tell how many wait and how many are leased",
      () => `It says ${pending} and ${leased}, of ${waiting} and ${taken}`,
    );
    const isRight = this.#traits.forgets ? seen <= this.#book.seen : seen === this.#book.seen;
    requireRule(
      isRight,
      "stats tell how many fingerprints are remembered",
      () => `It says ${seen} of ${this.#book.seen}`,
    );
    await this.#requireKnown();
    const now = this.#clock.now();
    await this.#waits.require(waiting + taken === 0 || this.#book.readyAt(now) === now);
  }

  /** What it tells where it can. */
  async #requireKnown(): Promise<void> {
    const frontier = this.#frontier;
    const known = await this.#ask("hasSeen", () => {
      return this.#asked.map((request) => frontier.hasSeen?.(request) ?? false);
    });
    const wrong = this.#asked.find((request, n) => {
      const isSeen = known[n] === true;
      return isSeen ? !this.#book.hasSeen(request) : this.#mustKnow(request);
    });
    requireRule(
      wrong === undefined,
      "hasSeen tells what was admitted",
      () => `It is wrong of ${wrong?.url}`,
    );
    if (!frontier.pending) return;
    const pending = await this.#ask("pending", () =>
      [...(frontier.pending?.() ?? [])].map(askedId),
    );
    const waiting = this.#book.waiting.map(({ id }) => id);
    requireRule(
      pending.length === waiting.length && waiting.every((id) => pending.includes(id)),
      "pending gives what waits",
      () => `${pending.length} of ${waiting.length}`,
    );
  }

  #mustKnow(request: CrawlRequest): boolean {
    const { forgets } = this.#traits;
    return this.#frontier.hasSeen !== undefined && !forgets && this.#book.hasSeen(request);
  }

  /** Has everything taken and settled, and ends. */
  async #end(): Promise<void> {
    for (const host of hosts) await this.#hold(host, -Infinity);
    while (this.#book.waiting.length + this.#book.leased.length > 0) {
      await this.#settle(this.#held, () => ({ done: true }));
      const waitMs = this.#book.readyAt(this.#clock.now()) - this.#clock.now();
      if (waitMs < Infinity) this.#clock.advance(waitMs);
      this.#waits.begin();
      await this.#requireTruth();
      await this.#lease([1]);
    }
    await this.#requireTruth();
    const { pending } = this.#clock;
    requireRule(pending === 0, NOTHING_LEFT, () => `${pending} timers are left`);
  }

  async #ask<T>(method: string, ask: () => T | Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw new BrokenRule("nothing that is asked is an error", `${method}: ${String(error)}`);
    }
  }
}

function outcomeOf(as: AskedOutcome, { booked }: Held, now: number): Settlement {
  if (as === "done") return { done: true };
  if (as === "failed") return { failed: new Error("failed") };
  return { retryAt: now + as.waitMs, attempts: booked.request.attempts + 1 };
}
