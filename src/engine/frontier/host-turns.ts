import type { CrawlRequest } from "../page/crawl-request.ts";
import { Fifo } from "./fifo.ts";
import { PlacedQueue } from "./placed-queue.ts";

/** A request in the line of its host. */
export interface Waiting {
  readonly request: CrawlRequest;
  readonly place: number;
}

/** What is known of one host: its lines by priority, its calls, and whether it is held. */
export interface Host {
  readonly key: string;
  readonly lines: Map<number, PlacedQueue<Waiting>>;
  /** The priorities in whose ring it stands. */
  readonly listed: Set<number>;
  /** Calls in flight. */
  inFlight: number;
  /** Requests that were taken and may come back. */
  claims: number;
  heldUntil: number;
}

/** One in so many requests is of a lower priority, if there is one. */
const AGEING = 64;

/** Decides whose request is next: the highest priority, and among its hosts each in turn. */
export class HostTurns implements Iterable<Waiting> {
  readonly #perHost: number;
  readonly #hosts = new Map<string, Host>();
  /** For each priority, hosts that have a request of it; some may have become busy since. */
  readonly #rings = new Map<number, Fifo<Host>>();
  /** The priorities that have a ring, highest first. */
  readonly #priorities: number[] = [];
  #taken = 0;

  constructor(perHost: number) {
    this.#perHost = perHost;
  }

  /** How many hosts are not at rest. */
  get hosts(): number {
    return this.#hosts.size;
  }

  /** The host of this key, made if need be. */
  host(key: string): Host {
    let host = this.#hosts.get(key);
    if (!host) {
      host = {
        key,
        lines: new Map(),
        listed: new Set(),
        inFlight: 0,
        claims: 0,
        heldUntil: -Infinity,
      };
      this.#hosts.set(key, host);
    }
    return host;
  }

  push(key: string, waiting: Waiting): void {
    const host = this.host(key);
    this.#line(host, waiting).push(waiting);
    this.#list(host, waiting.request.priority);
  }

  putBack(host: Host, waiting: Waiting): void {
    host.claims--;
    this.#line(host, waiting).putBack(waiting);
    this.#list(host, waiting.request.priority);
  }

  release(host: Host): void {
    host.heldUntil = -Infinity;
    this.enlist(host);
    this.forget(host);
  }

  /** Gives a host that may have become free its turns back. */
  enlist(host: Host): void {
    for (const priority of host.lines.keys()) this.#list(host, priority);
  }

  /** Drops a host that is at rest, so that a crawl of many hosts does not grow for ever. */
  forget(host: Host): void {
    const atRest = host.lines.size === 0 && host.claims === 0 && host.heldUntil === -Infinity;
    // Long after it was dropped an old hold may still speak of it, when the host is a new one.
    if (atRest && this.#hosts.get(host.key) === host) this.#hosts.delete(host.key);
  }

  hasNext(): boolean {
    return this.#priorities.some((priority) => this.#front(priority) !== undefined);
  }

  /** Takes the next request and counts it as in flight. */
  next(): { readonly host: Host; readonly waiting: Waiting } | undefined {
    const isAged = (this.#taken + 1) % AGEING === 0;
    for (const priority of isAged ? this.#lowerFirst() : this.#priorities) {
      const host = this.#front(priority);
      const waiting = host?.lines.get(priority)?.shift();
      if (!host || !waiting) continue;
      host.inFlight++;
      host.claims++;
      this.#taken++;
      this.#pass(host, priority);
      return { host, waiting };
    }
    return undefined;
  }

  *[Symbol.iterator](): Generator<Waiting, void> {
    for (const { lines } of this.#hosts.values()) {
      for (const line of lines.values()) yield* line;
    }
  }

  /** The priorities of which there is something to take: the lower ones in turns, then the highest. */
  #lowerFirst(): readonly number[] {
    const [highest, ...lower] = this.#priorities.filter((priority) => this.#front(priority));
    if (highest === undefined) return [];
    const first = Math.floor(this.#taken / AGEING) % Math.max(1, lower.length);
    return [...lower.slice(first), ...lower.slice(0, first), highest];
  }

  #isFree(host: Host): boolean {
    return host.inFlight < this.#perHost && host.heldUntil === -Infinity;
  }

  #line(host: Host, { request }: Waiting): PlacedQueue<Waiting> {
    let line = host.lines.get(request.priority);
    if (!line) {
      line = new PlacedQueue();
      host.lines.set(request.priority, line);
    }
    return line;
  }

  /** Puts a host at the end of a ring, unless it is busy or stands there already. */
  #list(host: Host, priority: number): void {
    if (host.listed.has(priority) || !this.#isFree(host)) return;
    host.listed.add(priority);
    let ring = this.#rings.get(priority);
    if (!ring) {
      ring = new Fifo();
      this.#rings.set(priority, ring);
      const lower = this.#priorities.findIndex((other) => other < priority);
      this.#priorities.splice(lower === -1 ? this.#priorities.length : lower, 0, priority);
    }
    ring.push(host);
  }

  /** The host whose turn it is. Those that have become busy lose theirs until they are free. */
  #front(priority: number): Host | undefined {
    const ring = this.#rings.get(priority);
    for (let host = ring?.peek(); host; host = ring?.peek()) {
      if (this.#isFree(host)) return host;
      ring?.shift();
      host.listed.delete(priority);
    }
    return undefined;
  }

  /** Passes the turn on from a host that has just had it. */
  #pass(host: Host, priority: number): void {
    const ring = this.#rings.get(priority);
    ring?.shift();
    host.listed.delete(priority);
    if (host.lines.get(priority)?.size === 0) host.lines.delete(priority);
    else this.#list(host, priority);
    if (ring?.size !== 0) return;
    this.#rings.delete(priority);
    this.#priorities.splice(this.#priorities.indexOf(priority), 1);
  }
}
