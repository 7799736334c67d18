import type { Admission, FrontierStats } from "../../../src/engine/frontier/frontier.ts";
import type { CrawlRequest } from "../../../src/engine/page/crawl-request.ts";
import { domainKey } from "../../../src/http/url/domain-key.ts";
import { urlKey } from "../../../src/http/url/url-key.ts";
import { least } from "./least.ts";

/** What a frontier in the model is told. */
export interface ModelOptions {
  readonly perHost: number;
  readonly maxPending: number;
  readonly maxSeen: number;
  readonly forgetFailed: boolean;
  readonly order: "breadth-first" | "depth-first" | "best-first";
}

/** A request in the model, until it is settled for good. */
interface Entry {
  readonly request: CrawlRequest;
  readonly host: string;
  readonly place: number;
  state: "waiting" | "called" | "fetched";
  notBefore: number;
  /** How many calls had ended when this was taken. */
  takenAt: number;
}

interface ModelHost {
  turn: number;
  taken: number;
  /** What its calls have cost, but for those under way. */
  paid: number;
  begun: number;
  /** What it counts as having spent besides. */
  base: number;
  isActive: boolean;
  heldUntil: number;
}

/** Who is taken out of turn: one in so many. */
const AGEING = 64;

/**
 * What a `MemoryFrontier` must do, told with plain maps and no index: it looks through all it holds.
 *
 * Requests are told apart by their `meta`.
 */
export class FrontierModel {
  readonly #options: ModelOptions;
  readonly #entries = new Map<unknown, Entry>();
  readonly #hosts = new Map<string, ModelHost>();
  /** Fingerprints by age, those that are forgotten too until their time has come. */
  readonly #line = new Map<string, "known" | "forgotten">();
  #places = 0;
  #turns = 0;
  #taken = 0;
  #ended = 0;
  #level = 0;
  #now = 0;

  constructor(options: ModelOptions) {
    this.#options = options;
  }

  get stats(): FrontierStats {
    const states = [...this.#entries.values()].map(({ state }) => state);
    const pending = states.filter((state) => state === "waiting").length;
    const seen = [...this.#line.values()].filter((state) => state === "known").length;
    return { pending, leased: states.length - pending, seen };
  }

  get leased(): readonly unknown[] {
    return [...this.#entries].filter(([, { state }]) => state !== "waiting").map(([id]) => id);
  }

  get pending(): readonly unknown[] {
    return [...this.#entries].filter(([, { state }]) => state === "waiting").map(([id]) => id);
  }

  has(request: CrawlRequest): boolean {
    return this.#line.get(printOf(request)) === "known";
  }

  add(request: CrawlRequest): Admission {
    if (this.has(request) && !request.dontFilter) return "duplicate";
    if (this.stats.pending >= this.#options.maxPending) return "rejected";
    this.#line.set(printOf(request), "known");
    const [oldest = ""] = this.#line.keys();
    if (this.#line.size > this.#options.maxSeen) this.#line.delete(oldest);
    const host = domainKey(request.url);
    this.#host(host);
    const place = this.#places++;
    this.#entries.set(request.meta, {
      request,
      host,
      place,
      state: "waiting",
      notBefore: -Infinity,
      takenAt: 0,
    });
    return "admitted";
  }

  /** Those of which any may be taken next; none where there is nothing to take. */
  next(now: number): readonly unknown[] {
    const free = this.#free(now);
    const inTurn = (this.#taken + 1) % AGEING === 0;
    const first = least(free, (host) => this.#standing(host, now));
    const lower = free.filter((host) => this.#highest(host, now) < this.#highest(first[0], now));
    const hosts = inTurn ? [...first, ...lower] : first;
    return hosts.flatMap((host) => this.#nextOf(host, now)).map(({ request }) => request.meta);
  }

  take(id: unknown): void {
    const entry = this.#entry(id);
    entry.state = "called";
    entry.takenAt = this.#ended;
    const host = this.#host(entry.host);
    host.turn = this.#turns++;
    host.taken++;
    host.paid++;
    host.begun++;
    this.#taken++;
    const calls = [...this.#entries.values()].filter(({ state }) => state === "called").length;
    this.#level += calls / [...this.#hosts.values()].filter(({ isActive }) => isActive).length;
  }

  fetched(id: unknown): void {
    const entry = this.#entry(id);
    const { host, state, takenAt } = entry;
    if (state === "called") this.#host(host).paid += this.#ended++ - takenAt;
    entry.state = "fetched";
    this.#count();
  }

  settle(id: unknown, failed: boolean): void {
    this.fetched(id);
    const { host, request } = this.#entry(id);
    if (failed && this.#options.forgetFailed && this.has(request)) {
      // With no end to what is remembered nothing needs to stand in line.
      if (this.#options.maxSeen === Infinity) this.#line.delete(printOf(request));
      else this.#line.set(printOf(request), "forgotten");
    }
    this.#entries.delete(id);
    this.#forget(host);
  }

  putBack(id: unknown, notBefore: number): void {
    this.fetched(id);
    Object.assign(this.#entry(id), { state: "waiting", notBefore });
  }

  hold(host: string, until: number): void {
    this.#host(host).heldUntil = until;
    // Even one whose time has come already is held until it hears of the time.
    if (until > -Infinity && this.#calls(host) === 0) this.#host(host).isActive = false;
  }

  /** When there will be something to take if nobody does anything; `Infinity`: never. */
  readyAt(now: number): number {
    const holds = [...this.#hosts.values()].map(({ heldUntil }) => heldUntil);
    const delays = [...this.#entries.values()].map(({ notBefore }) => notBefore);
    const instants = [now, ...holds, ...delays].filter((at) => at >= now && at < Infinity);
    return Math.min(Infinity, ...instants.filter((instant) => this.#free(instant).length > 0));
  }

  /** The process was killed, and another goes on: what was leased waits again, and turns begin anew. */
  reopen(now: number): void {
    const isKept = (until: number): boolean => until > now && until < Infinity;
    const held = [...this.#hosts].filter(([, { heldUntil }]) => isKept(heldUntil));
    this.#hosts.clear();
    this.#taken = 0;
    this.#level = 0;
    const entries = [...this.#entries.values()];
    for (const entry of entries) entry.state = "waiting";
    const isDelayed = ({ notBefore }: Entry): boolean => notBefore > now;
    const delayed = entries.filter(isDelayed).toSorted(byDue);
    const ready = entries.filter((entry) => !isDelayed(entry)).toSorted(byPlace);
    for (const { host } of [...ready, ...delayed]) this.#host(host);
    for (const [name, { heldUntil }] of held.toSorted(byHold)) this.hold(name, heldUntil);
  }

  /** Lets go of the hosts whose time has come. */
  passTime(now: number): void {
    this.#now = now;
    for (const [name, host] of this.#hosts) {
      if (host.heldUntil > now) continue;
      host.heldUntil = -Infinity;
      this.#forget(name);
    }
    this.#count();
  }

  /** Who comes anew among those that have a call, or may have one, has spent what they have on average. */
  #count(): void {
    const free = new Set(this.#free(this.#now));
    const level = Math.floor(this.#level);
    for (const [name, host] of this.#hosts) {
      const isActive = free.has(name) || this.#calls(name) > 0;
      if (isActive && !host.isActive) host.base = Math.max(host.base, level - host.paid);
      host.isActive = isActive;
    }
  }

  #nextOf(host: string, now: number): readonly Entry[] {
    const due = this.#due(host, now);
    const isRanked = this.#options.order !== "breadth-first";
    const highest = Math.max(...due.map(({ request }) => request.priority));
    const others = due.filter(({ request }) => request.priority < highest);
    const inTurn = (this.#host(host).taken + 1) % AGEING === 0;
    const some = inTurn && others.length > 0 ? others : due.filter((it) => !others.includes(it));
    if (inTurn && isRanked) return some;
    const priorities = new Set(some.map(({ request }) => request.priority));
    return [...priorities].flatMap((priority) =>
      least(
        some.filter(({ request }) => request.priority === priority),
        ({ place, request }) => [-this.#rank(request), place],
      ),
    );
  }

  /** The hosts that may have a call and have a request. */
  #free(now: number): readonly string[] {
    return [...this.#hosts.keys()].filter((host) => {
      const isHeld = now < this.#host(host).heldUntil;
      return (
        !isHeld && this.#calls(host) < this.#options.perHost && this.#due(host, now).length > 0
      );
    });
  }

  #standing(host: string, now: number): readonly number[] {
    const { base, begun, paid, turn } = this.#host(host);
    const running = [...this.#entries.values()]
      .filter((entry) => entry.host === host && entry.state === "called")
      .reduce((sum, { takenAt }) => sum + this.#ended - takenAt, 0);
    const all = paid + running;
    const coming = (this.#calls(host) * all) / Math.max(1, begun);
    return [-this.#highest(host, now), base + all + coming, turn];
  }

  #highest(host: string | undefined, now: number): number {
    if (host === undefined) return -Infinity;
    return Math.max(...this.#due(host, now).map(({ request }) => request.priority));
  }

  #due(host: string, now: number): readonly Entry[] {
    return [...this.#entries.values()].filter(
      (entry) => entry.host === host && entry.state === "waiting" && entry.notBefore <= now,
    );
  }

  #calls(host: string): number {
    return [...this.#entries.values()].filter((it) => it.host === host && it.state === "called")
      .length;
  }

  #rank(request: CrawlRequest): number {
    if (this.#options.order === "breadth-first") return 0;
    return this.#options.order === "depth-first" ? request.depth : scoreOf(request);
  }

  #host(name: string): ModelHost {
    const host = this.#hosts.get(name) ?? {
      turn: this.#turns++,
      taken: 0,
      paid: 0,
      begun: 0,
      base: 0,
      isActive: false,
      heldUntil: -Infinity,
    };
    this.#hosts.set(name, host);
    return host;
  }

  #forget(name: string): void {
    const isBusy = [...this.#entries.values()].some(({ host }) => host === name);
    if (!isBusy && this.#host(name).heldUntil === -Infinity) this.#hosts.delete(name);
  }

  #entry(id: unknown): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw new Error(`The model does not hold ${String(id)}`);
    return entry;
  }
}

function byPlace(a: Entry, b: Entry): number {
  return a.place - b.place;
}

function byDue(a: Entry, b: Entry): number {
  return a.notBefore - b.notBefore || byPlace(a, b);
}

function byHold([a, one]: [string, ModelHost], [b, other]: [string, ModelHost]): number {
  return one.heldUntil - other.heldUntil || (a < b ? -1 : 1);
}

/** What the tests take for the worth of a request: few values, so that some are the same. */
export function scoreOf({ url }: CrawlRequest): number {
  return Number(url.at(-1)) / 3;
}

function printOf({ method, url }: CrawlRequest): string {
  return `${method} ${urlKey(url)}`;
}
