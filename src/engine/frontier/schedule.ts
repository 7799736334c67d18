import type { Context } from "../../service/context.ts";
import { Changes } from "./changes.ts";
import { DueHeap } from "./due-heap.ts";
import type { Lease, Settlement } from "./frontier.ts";
import { HostTurns } from "./host-turns.ts";
import type { Host } from "./host.ts";
import { ScheduledLease } from "./scheduled-lease.ts";
import type { Line, LineOf, Waiting } from "./waiting.ts";

/** Decides which requests of a frontier are next, and when: hosts in turns, delays and holds. */
export class Schedule {
  readonly #turns: HostTurns;
  readonly #delayed = new DueHeap<{ readonly host: Host; readonly waiting: Waiting }>();
  readonly #holds = new DueHeap<{ readonly host: Host; readonly until: number }>();
  readonly #changes = new Changes();
  #ready = 0;
  #leased = 0;
  #hasEnded = false;

  constructor(perHost: number, lineOf: LineOf) {
    this.#turns = new HostTurns(perHost, lineOf);
  }

  /** Requests that wait to be taken, delayed ones too. */
  get pending(): number {
    return this.#ready + this.#delayed.size;
  }

  /** Requests that were taken and not yet settled. */
  get leased(): number {
    return this.#leased;
  }

  /** Hosts that are held. */
  get held(): number {
    return this.#turns.held;
  }

  /** Puts in a request. Nobody is told until {@link tell}. */
  push(host: string, waiting: Waiting): void {
    this.#turns.push(host, waiting);
    this.#ready++;
  }

  /** Puts in a line with requests in it, of a priority of which the host has none. */
  restore(host: string, priority: number, line: Line): void {
    this.#turns.restore(host, priority, line);
    this.#ready += line.size;
  }

  /** Puts in a request that is not to be taken before an instant. */
  delay(host: string, waiting: Waiting, until: number): void {
    this.#delay(this.#turns.claim(host), waiting, until);
  }

  /** Whether a host may have a call, and no request of it waits. */
  isIdle(host: string): boolean {
    return this.#turns.isIdle(host);
  }

  /** Tells those who wait that there may be something to take. */
  tell(): void {
    this.#changes.tell();
  }

  take(max: number, now: number): readonly ScheduledLease[] {
    this.#passTime(now);
    const leases: ScheduledLease[] = [];
    while (leases.length < max) {
      const turn = this.#turns.next();
      if (!turn) break;
      this.#ready--;
      this.#leased++;
      leases.push(new ScheduledLease(turn.host, turn.waiting));
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

  /** Ends a lease, which must be its own and not yet settled. */
  settle(lease: Lease, outcome: Settlement): ScheduledLease {
    const ours = own(lease);
    if (ours.state === "settled") throw new TypeError("Expected a lease that is not yet settled");
    this.fetched(ours);
    ours.state = "settled";
    this.#leased--;
    if ("retryAt" in outcome) {
      const request = ours.request.tried(outcome.attempts);
      const waiting = { ...ours.waiting, request };
      this.#delay(ours.owner, waiting, outcome.retryAt);
    } else this.#turns.settled(ours.owner);
    this.#changes.tell();
    return ours;
  }

  hold(host: string, until: number): void {
    const held = this.#turns.hold(host, until);
    if (until < Infinity) this.#holds.push(until, { host: held, until });
    this.#changes.tell();
  }

  /** From now on nobody waits. */
  end(): void {
    this.#hasEnded = true;
    this.#changes.tell();
  }

  /** Resolves when there is something to take, or nothing is pending or leased, or it has ended. */
  async whenReady(context: Context): Promise<void> {
    while (!this.#hasEnded) {
      this.#passTime(context.clock.now());
      if (this.#turns.hasNext() || this.pending + this.#leased === 0) return;
      await this.#changes.next(context, Math.min(this.#delayed.nextDue, this.#holds.nextDue));
    }
  }

  upcoming(max: number): readonly Waiting[] {
    return this.#turns.upcoming(max);
  }

  /** All that wait, as far as their lines hold them in memory. */
  *[Symbol.iterator](): Generator<Waiting, void> {
    yield* this.#turns;
    for (const { waiting } of this.#delayed) yield waiting;
  }

  #delay(host: Host, waiting: Waiting, until: number): void {
    host.delayed++;
    this.#delayed.push(until, { host, waiting });
  }

  /** Lets go of the hosts and gives back the requests whose time has come. */
  #passTime(now: number): void {
    for (let hold = this.#holds.popDue(now); hold; hold = this.#holds.popDue(now)) {
      if (hold.host.heldUntil === hold.until) this.#turns.release(hold.host);
    }
    for (let back = this.#delayed.popDue(now); back; back = this.#delayed.popDue(now)) {
      back.host.delayed--;
      this.#turns.putBack(back.host, back.waiting);
      this.#ready++;
    }
  }
}

/** A lease that {@link Schedule.take} gave. Throws a `TypeError` of any other. */
export function own(lease: Lease): ScheduledLease {
  if (lease instanceof ScheduledLease) return lease;
  throw new TypeError("Expected a lease of this frontier");
}
