import type { Admission } from "../../../src/engine/frontier/frontier.ts";
import type { CrawlRequest } from "../../../src/engine/page/crawl-request.ts";
import { domainKey } from "../../../src/http/url/domain-key.ts";
import { urlKey } from "../../../src/http/url/url-key.ts";

/** A request in the model: it waits, or is leased, or is gone. */
interface Entry {
  readonly request: CrawlRequest;
  readonly host: string;
  readonly place: number;
  state: "ready" | "leased";
  /** Leased, and its call has not ended. */
  inFlight: boolean;
  notBefore: number;
}

/** What a `MemoryFrontier` must do, told without any index: it looks through all it holds each time. */
export class FrontierModel {
  readonly #limits: { perHost: number; maxPending: number; maxSeen: number };
  readonly #entries: Entry[] = [];
  readonly #holds = new Map<string, number>();
  #seen: string[] = [];
  #places = 0;

  constructor(limits: { perHost: number; maxPending: number; maxSeen: number }) {
    this.#limits = limits;
  }

  get stats(): { pending: number; leased: number; seen: number } {
    const leased = this.#entries.filter(({ state }) => state === "leased").length;
    return { pending: this.#entries.length - leased, leased, seen: this.#seen.length };
  }

  add(request: CrawlRequest): Admission {
    const key = `${request.method} ${urlKey(request.url)}`;
    if (this.#seen.includes(key) && !request.dontFilter) return "duplicate";
    if (this.stats.pending >= this.#limits.maxPending) return "rejected";
    if (!this.#seen.includes(key)) this.#seen = [...this.#seen, key].slice(-this.#limits.maxSeen);
    this.#entries.push({
      request,
      host: domainKey(request.url),
      place: this.#places++,
      state: "ready",
      inFlight: false,
      notBefore: -Infinity,
    });
    return "admitted";
  }

  /** The requests that may be taken next: of each host that may have a call, the first. */
  takeable(now: number, priority: number): readonly CrawlRequest[] {
    return this.#takeable(now)
      .filter(({ request }) => request.priority === priority)
      .map(({ request }) => request);
  }

  /** Of which there is something to take, highest first. */
  priorities(now: number): readonly number[] {
    const all = this.#takeable(now).map(({ request }) => request.priority);
    return [...new Set(all)].toSorted((a, b) => b - a);
  }

  take(request: CrawlRequest): void {
    const entry = this.#entry(request);
    entry.state = "leased";
    entry.inFlight = true;
  }

  fetched(request: CrawlRequest): void {
    this.#entry(request).inFlight = false;
  }

  settle(request: CrawlRequest): void {
    this.#entries.splice(this.#entries.indexOf(this.#entry(request)), 1);
  }

  putBack(request: CrawlRequest, again: CrawlRequest, notBefore: number): void {
    const at = this.#entries.indexOf(this.#entry(request));
    const back: Partial<Entry> = { state: "ready", inFlight: false, notBefore };
    this.#entries.splice(at, 1, { ...this.#entry(request), request: again, ...back });
  }

  hold(host: string, until: number): void {
    this.#holds.set(host, until);
  }

  has(request: CrawlRequest): boolean {
    return this.#seen.includes(`${request.method} ${urlKey(request.url)}`);
  }

  pending(): readonly CrawlRequest[] {
    return this.#entries.filter(({ state }) => state === "ready").map(({ request }) => request);
  }

  /** When there will be something to take if nobody does anything; `Infinity`: never. */
  readyAt(now: number): number {
    const instants = [now, ...this.#holds.values(), ...this.#entries.map((it) => it.notBefore)];
    const later = instants.filter((instant) => instant >= now && instant < Infinity);
    return Math.min(Infinity, ...later.filter((instant) => this.#takeable(instant).length > 0));
  }

  #takeable(now: number): readonly Entry[] {
    return this.#entries.filter((entry) => {
      const { host, request, state } = entry;
      const ofHost = this.#entries.filter((other) => other.host === host);
      const calls = ofHost.filter(({ inFlight }) => inFlight).length;
      const isHeld = now < (this.#holds.get(host) ?? -Infinity);
      const before = ofHost.filter(
        (other) =>
          other.request.priority === request.priority &&
          other.state === "ready" &&
          other.notBefore <= now &&
          other.place < entry.place,
      );
      return (
        state === "ready" &&
        entry.notBefore <= now &&
        !isHeld &&
        calls < this.#limits.perHost &&
        before.length === 0
      );
    });
  }

  #entry(request: CrawlRequest): Entry {
    const entry = this.#entries.find((entry) => entry.request === request);
    if (!entry) throw new Error(`The model does not hold ${request.url}`);
    return entry;
  }
}
