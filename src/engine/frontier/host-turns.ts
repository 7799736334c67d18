import { AGEING, HostQueue } from "./host-queue.ts";
import { Host } from "./host.ts";
import { Roster } from "./roster.ts";
import type { Line, LineOf, Waiting } from "./waiting.ts";

/**
 * Decides whose request is next: of the hosts that may have a call those with the highest priority, of
 * these the one that has spent least, and of those that have spent the same the one that has waited
 * longest.
 *
 * What a host spends is the time of workers: a call costs one, and one more for each other that ends
 * before it. Calls under way count for what they have cost, and as much again as one has on average.
 * So hosts that are as fast as each other are asked in turns, and a slow one has no more of the workers
 * than its share while others have something to fetch. Who comes anew counts as having spent what the
 * others have on average.
 *
 * One in {@link AGEING} turns goes round the hosts of lower priorities.
 */
export class HostTurns implements Iterable<Waiting> {
  readonly #perHost: number;
  readonly #lineOf: LineOf;
  readonly #hosts = new Map<string, Host>();
  /** Those that may have a call, and have a request. */
  readonly #free = new Roster<Host>();
  #turns = 0;
  #taken = 0;
  #held = 0;
  /** Calls that have ended: the clock by which those under way are charged. */
  #ended = 0;
  /** Calls in flight. */
  #calls = 0;
  /** Hosts that have a call, or may have one. */
  #active = 0;
  /** What these have spent on average since there were any. */
  #level = 0;

  constructor(perHost: number, lineOf: LineOf) {
    this.#perHost = perHost;
    this.#lineOf = lineOf;
  }

  /** How many hosts are not at rest. */
  get hosts(): number {
    return this.#hosts.size;
  }

  /** How many hosts are held. */
  get held(): number {
    return this.#held;
  }

  /** Whether a host may have a call, and no request of it waits. */
  isIdle(key: string): boolean {
    const host = this.#hosts.get(key);
    if (!host) return true;
    const { delayed, heldUntil, inFlight, queue } = host;
    return queue.size + delayed === 0 && heldUntil === -Infinity && inFlight < this.#perHost;
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
    const host = inTurn ? this.#aged() : this.#first();
    const waiting = host?.queue.shift();
    if (!host || !waiting) return undefined;
    this.#charge(host);
    this.#begin(host);
    this.#place(host);
    return { host, waiting };
  }

  /** A call has ended. */
  ended(host: Host): void {
    this.#charge(host);
    this.#ended++;
    this.#calls--;
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
    this.#holdUntil(host, until);
    return host;
  }

  release(host: Host): void {
    this.#holdUntil(host, -Infinity);
    this.#forget(host);
  }

  /** What so many hosts at most would give next, much in the order of their turns. */
  upcoming(max: number): readonly Waiting[] {
    const waiting: Waiting[] = [];
    for (const { queue } of this.#free.some(max)) {
      const first = queue.peek();
      if (first) waiting.push(first);
    }
    return waiting;
  }

  *[Symbol.iterator](): Generator<Waiting, void> {
    for (const { queue } of this.#hosts.values()) yield* queue;
  }

  /** The host that comes first once what is under way is charged, which puts it further back. */
  #first(): Host | undefined {
    let host = this.#free.first?.value;
    while (host && this.#charge(host)) {
      this.#place(host);
      host = this.#free.first?.value;
    }
    return host;
  }

  /** The next in the round, if it is of a priority that may never come first. */
  #aged(): Host | undefined {
    const first = this.#first();
    const host = this.#free.inTurn()?.value;
    return host?.queue.priority === first?.queue.priority ? first : host;
  }

  #begin(host: Host): void {
    this.#taken++;
    this.#calls++;
    this.#level += this.#calls / this.#active;
    host.paid++;
    host.begun++;
    host.inFlight++;
    host.claims++;
    host.turn = this.#turns++;
  }

  /** Charges a host for its calls until now. False where there was nothing to charge. */
  #charge(host: Host): boolean {
    const cost = host.inFlight * (this.#ended - host.chargedAt);
    host.chargedAt = this.#ended;
    host.paid += cost;
    return cost > 0;
  }

  #holdUntil(host: Host, until: number): void {
    this.#held += Number(until !== -Infinity) - Number(host.heldUntil !== -Infinity);
    host.heldUntil = until;
    this.#place(host);
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
    const { heldUntil, inFlight, queue, seat } = host;
    const isFree = heldUntil === -Infinity && inFlight < this.#perHost && queue.size > 0;
    this.#count(host, isFree || inFlight > 0);
    if (isFree) this.#free.put(seat, -queue.priority, host.standing, host.turn);
    else this.#free.remove(seat);
  }

  #count(host: Host, isActive: boolean): void {
    if (host.isActive === isActive) return;
    host.isActive = isActive;
    this.#active += isActive ? 1 : -1;
    if (isActive) host.base += Math.max(0, Math.floor(this.#level) - host.spent);
  }

  /** Drops a host that is at rest, so that a crawl of many hosts does not grow for ever. */
  #forget(host: Host): void {
    const isAtRest = host.queue.size === 0 && host.claims === 0 && host.heldUntil === -Infinity;
    // Long after it was dropped an old hold may still speak of it, when the host is a new one.
    if (isAtRest && this.#hosts.get(host.key) === host) this.#hosts.delete(host.key);
  }
}
