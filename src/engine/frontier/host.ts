import type { HostQueue } from "./host-queue.ts";
import { Seat } from "./roster.ts";

/** What is known of one host: its requests, its calls, and whether it is held. */
export class Host {
  readonly key: string;
  readonly queue: HostQueue;
  readonly seat: Seat<Host> = new Seat<Host>(this);
  /** The number of its latest turn; lower: it has waited longer. */
  turn: number;
  /** What its calls have cost, as of when it was charged last, counted in calls that had ended. */
  paid = 0;
  chargedAt = 0;
  /** Calls that have begun. */
  begun = 0;
  /** What it counts as having spent besides, since it came when others had. */
  base = 0;
  /** Whether it has a call, or may have one. */
  isActive = false;
  /** Calls in flight. */
  inFlight = 0;
  /** Requests that were taken and may come back. */
  claims = 0;
  /** Those of them that wait for their time. */
  delayed = 0;
  heldUntil: number = -Infinity;

  constructor(key: string, queue: HostQueue, turn: number) {
    this.key = key;
    this.queue = queue;
    this.turn = turn;
  }

  get spent(): number {
    return this.base + this.paid;
  }

  /** What it has spent, and what each call under way would cost if it were like the others. */
  get standing(): number {
    return this.inFlight === 0 ? this.spent : this.spent + (this.inFlight * this.paid) / this.begun;
  }
}
