import { AGEING, HostQueue } from "./host-queue.ts";
import { Roster, Seat } from "./roster.ts";
import type { Line, LineOf, Waiting } from "./waiting.ts";

/** Above the number of any turn: a call more in flight weighs more than who has waited longest. */
const ONE_CALL = 2 ** 36;

/** What is known of one host: its requests, its calls, and whether it is held. */
export class Host {
  readonly key: string;
  readonly queue: HostQueue;
  readonly seat: Seat<Host> = new Seat<Host>(this);
  /** The number of its latest turn; lower: it has waited longer. */
  turn: number;
  /** Calls in flight. */
  inFlight = 0;
  /** Requests that were taken and may come back. */
  claims = 0;
  heldUntil: number = -Infinity;

  constructor(key: string, queue: HostQueue, turn: number) {
    this.key = key;
    this.queue = queue;
    this.turn = turn;
  }
}

/**
 * Decides whose request is next: of the hosts that may have a call those with the highest priority, of
 * these those with the fewest calls in flight, and of these the one that has waited longest.
 *
 * So a slow host takes no more than its share of the calls while others have something to fetch. One
 * in {@link AGEING} turns goes round the hosts whatever their priority.
 */
export class HostTurns implements Iterable<Waiting> {
  readonly #perHost: number;
  readonly #lineOf: LineOf;
  readonly #hosts = new Map<string, Host>();
  /** Those that may have a call, and have a request. */
  readonly #free = new Roster<Host>();
  #turns = 0;
  #taken = 0;

  constructor(perHost: number, lineOf: LineOf) {
    this.#perHost = perHost;
    this.#lineOf = lineOf;
  }

  /** How many hosts are not at rest. */
  get hosts(): number {
    return this.#hosts.size;
  }

  hasNext(): boolean {
    return this.#free.size > 0;
  }

  push(key: string, waiting: Waiting): void {
    const host = this.#host(key);
    host.queue.push(waiting);
    this.#place(host);
  }

  /** Takes in a line with requests in it, of a priority of which the host has none. */
  restore(key: string, priority: number, line: Line): void {
    const host = this.#host(key);
    host.queue.restore(priority, line);
    this.#place(host);
  }

  /** The host of a request that is to come back, though it was taken by another. */
  claim(key: string): Host {
    const host = this.#host(key);
    host.claims++;
    return host;
  }

  /** Takes back a request that came from `next`, or of which the host was claimed. */
  putBack(host: Host, waiting: Waiting): void {
    host.claims--;
    host.queue.putBack(waiting);
    this.#place(host);
  }

  /** Takes the next request, and counts it as in flight. */
  next(): { readonly host: Host; readonly waiting: Waiting } | undefined {
    const inTurn = (this.#taken + 1) % AGEING === 0;
    const host = (inTurn ? this.#free.inTurn() : this.#free.first)?.value;
    const waiting = host?.queue.shift();
    if (!host || !waiting) return undefined;
    host.inFlight++;
    host.claims++;
    host.turn = this.#turns++;
    this.#taken++;
    this.#place(host);
    return { host, waiting };
  }

  /** A call has ended. */
  ended(host: Host): void {
    host.inFlight--;
    this.#place(host);
  }

  /** A request that was taken does not come back. */
  settled(host: Host): void {
    host.claims--;
    this.#forget(host);
  }

  /** Takes nothing of a host until it is released. */
  hold(key: string, until: number): Host {
    const host = this.#host(key);
    host.heldUntil = until;
    this.#place(host);
    return host;
  }

  release(host: Host): void {
    host.heldUntil = -Infinity;
    this.#place(host);
    this.#forget(host);
  }

  /** What each host would give next, much in the order of their turns. */
  *upcoming(): Generator<Waiting, void> {
    for (const { queue } of this.#free) {
      const waiting = queue.peek();
      if (waiting) yield waiting;
    }
  }

  *[Symbol.iterator](): Generator<Waiting, void> {
    for (const { queue } of this.#hosts.values()) yield* queue;
  }

  /** The host of this key, made if need be. */
  #host(key: string): Host {
    let host = this.#hosts.get(key);
    if (!host) {
      host = new Host(key, new HostQueue((priority) => this.#lineOf(key, priority)), this.#turns++);
      this.#hosts.set(key, host);
    }
    return host;
  }

  /** Gives a host its place among those that are free, or takes it from there. */
  #place(host: Host): void {
    const { heldUntil, inFlight, queue, seat, turn } = host;
    const isFree = heldUntil === -Infinity && inFlight < this.#perHost;
    if (isFree && queue.size > 0) this.#free.put(seat, -queue.priority, inFlight * ONE_CALL + turn);
    else this.#free.remove(seat);
  }

  /** Drops a host that is at rest, so that a crawl of many hosts does not grow for ever. */
  #forget(host: Host): void {
    const isAtRest = host.queue.size === 0 && host.claims === 0 && host.heldUntil === -Infinity;
    // Long after it was dropped an old hold may still speak of it, when the host is a new one.
    if (isAtRest && this.#hosts.get(host.key) === host) this.#hosts.delete(host.key);
  }
}
