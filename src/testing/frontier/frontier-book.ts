import type { CrawlRequest } from "../../engine/page/crawl-request.ts";
import { domainKey } from "../../http/url/domain-key.ts";
import { askedPrint } from "./asked-request.ts";

/** What is known of a request that was admitted and is not settled for good. */
export interface Booked {
  readonly id: number;
  readonly request: CrawlRequest;
  readonly host: string;
  /** Of those that were added at once the same. */
  readonly place: number;
  state: "waiting" | "called" | "fetched";
  notBefore: number;
}

/** What a frontier must hold, told by plain maps. */
export class FrontierBook {
  readonly #perHost: number;
  readonly #booked = new Map<number, Booked>();
  readonly #holds = new Map<string, number>();
  readonly #seen = new Set<string>();

  constructor(perHost: number) {
    this.#perHost = perHost;
  }

  /** Fingerprints that were admitted. */
  get seen(): number {
    return this.#seen.size;
  }

  get waiting(): readonly Booked[] {
    return [...this.#booked.values()].filter(({ state }) => state === "waiting");
  }

  get leased(): readonly Booked[] {
    return [...this.#booked.values()].filter(({ state }) => state !== "waiting");
  }

  get(id: number | undefined): Booked | undefined {
    return id === undefined ? undefined : this.#booked.get(id);
  }

  hasSeen(request: CrawlRequest): boolean {
    return this.#seen.has(askedPrint(request));
  }

  admit(id: number, request: CrawlRequest, place: number): void {
    const host = domainKey(request.url);
    this.#seen.add(askedPrint(request));
    this.#booked.set(id, { id, request, host, place, state: "waiting", notBefore: -Infinity });
  }

  settle({ id }: Booked): void {
    this.#booked.delete(id);
  }

  putBack(booked: Booked, attempts: number, notBefore: number): void {
    const request = booked.request.tried(attempts);
    this.#booked.set(booked.id, { ...booked, request, state: "waiting", notBefore });
  }

  hold(host: string, until: number): void {
    this.#holds.set(host, until);
  }

  isHeld(host: string, now: number): boolean {
    return now < (this.#holds.get(host) ?? -Infinity);
  }

  calls(host: string): number {
    return this.leased.filter((it) => it.host === host && it.state === "called").length;
  }

  /** Whether a host may have a call, and no request of it waits. */
  isIdle(host: string, now: number): boolean {
    const isFree = !this.isHeld(host, now) && this.calls(host) < this.#perHost;
    return isFree && !this.waiting.some((it) => it.host === host);
  }

  /** Whether it may be taken, but for its host. */
  isDue({ notBefore, state }: Booked, now: number): boolean {
    return state === "waiting" && notBefore <= now;
  }

  /** What may be taken. */
  takeable(now: number): readonly Booked[] {
    return this.waiting.filter(({ host, ...it }) => {
      const isFree = !this.isHeld(host, now) && this.calls(host) < this.#perHost;
      return isFree && this.isDue({ host, ...it }, now);
    });
  }

  /** When there will be something to take if nobody does anything; `Infinity`: never. */
  readyAt(now: number): number {
    const instants = [now, ...this.#holds.values(), ...this.waiting.map((it) => it.notBefore)];
    const later = instants.filter((instant) => instant >= now && instant < Infinity);
    return Math.min(Infinity, ...later.filter((instant) => this.takeable(instant).length > 0));
  }
}
