import { RateLimitedError } from "../layers/rate-limit/rate-limited-error.ts";
import type { Context } from "../service/context.ts";
import type { NotNowError } from "../service/errors.ts";
import { startListener } from "../service/start-listener.ts";
import type { Frontier } from "./frontier/frontier.ts";
import { HostLines } from "./host-lines.ts";

/** How long a refusal that tells nothing holds its host when no call of the crawl is left to end. */
const BLIND_MS = 100;
/** How long any refusal holds its host, lest one that names this very instant be asked for ever. */
const LEAST_MS = 1;
/** How long after the first of its line another host is asked anyway, should that one never start. */
const IN_LINE_MS = 60_000;
/** What a limit that is one for all counts by. */
const FOR_ALL = "";
/** How many hosts are remembered to have been refused. */
const MOST_LIMITED = 10_000;
/** Calls of a host that start one after another, none refused, after which that is over and done. */
const FREE_AFTER = 100;

/**
 * Keeps hosts from being asked before the stack would start their call.
 *
 * A host that was told to come back is asked one call at a time: the next when the last has
 * started, since before that it would only be refused. That is over when a hundred calls have started
 * and none was refused: what was in the way, as the robots.txt that had to be fetched, is gone. So are asked
 * all the hosts that one rate limit has refused, where it counts by something wider than a host: each
 * when the one before it has started.
 */
export class HostStarts {
  readonly #frontier: Frontier;
  /** Hosts that were refused, and how many of their calls have started since. */
  readonly #limited = new Map<string, number>();
  readonly #starting = new Set<string>();
  readonly #lines = new HostLines();
  /** Hosts that were refused without a word, the one that has waited longest first. */
  readonly #blind = new Set<string>();

  constructor(frontier: Frontier) {
    this.#frontier = frontier;
  }

  /** Whether a host is not to be asked yet, since a call to it is about to start. Holds it if so. */
  isStarting(host: string): boolean {
    const isStarting = this.#starting.has(host);
    if (isStarting) this.#frontier.hold(host, Infinity);
    return isStarting;
  }

  /** The context in which to call for a host. */
  begin(host: string, context: Context): Context {
    if (!this.#limited.has(host) && this.#lines.limitOf(host) === undefined) return context;
    this.#starting.add(host);
    this.#frontier.hold(host, Infinity);
    return context.with(startListener, () => this.#started(host));
  }

  /**
   * The call of a host has ended otherwise than in {@link later}, which may have been what the host
   * waits for, or the one that has waited longest.
   */
  end(host: string): void {
    this.#started(host);
    const [longest = host] = this.#blind;
    this.#release([host, longest], -Infinity);
  }

  /**
   * Holds a host for as long as the refusal says, by `retryAt` or `ready`, whichever is first; one
   * that says nothing, until calls of the crawl have ended. `isLast`: none is under way.
   */
  later(host: string, refusal: NotNowError, context: Context, isLast: boolean): void {
    const { retryAt, ready } = refusal;
    const now = context.clock.now();
    this.#limit(host);
    this.#starting.delete(host);
    const until = Number.isFinite(retryAt) ? Math.max(retryAt ?? now, now + LEAST_MS) : Infinity;
    this.#frontier.hold(host, this.#isNext(host, refusal) ? until : until + IN_LINE_MS);
    if (ready) this.#releaseWhen(ready, host, context);
    else if (until === Infinity) this.#blind.add(host);
    if (isLast) this.#release([...this.#blind], now + BLIND_MS);
  }

  /** A host is not going to be asked for what it is held for; others that wait behind it are. */
  leave(host: string): void {
    const next = this.#lines.leave(host);
    if (next !== undefined) this.#frontier.hold(next, -Infinity);
  }

  #started(host: string): void {
    if (!this.#starting.delete(host)) return;
    const started = (this.#limited.get(host) ?? FREE_AFTER) + 1;
    if (started < FREE_AFTER) this.#limited.set(host, started);
    else this.#limited.delete(host);
    this.#frontier.hold(host, -Infinity);
    this.leave(host);
  }

  #limit(host: string): void {
    this.#limited.set(host, 0);
    const [first = host] = this.#limited.keys();
    if (this.#limited.size > MOST_LIMITED) this.#limited.delete(first);
  }

  /** Whether a host that was refused is to be asked when that says, since no other of its line is. */
  #isNext(host: string, refusal: NotNowError): boolean {
    const limit = refusal instanceof RateLimitedError ? (refusal.key ?? FOR_ALL) : undefined;
    if (this.#lines.limitOf(host) !== limit) this.leave(host);
    return limit === undefined || this.#lines.join(host, limit);
  }

  #releaseWhen(ready: Promise<void>, host: string, context: Context): void {
    const soonest = context.clock.now() + LEAST_MS;
    const release = (): void => {
      if (!context.aborted) this.#frontier.hold(host, soonest);
    };
    ready.then(release, release);
  }

  /** Lets go of hosts that were told nothing. */
  #release(hosts: readonly string[], at: number): void {
    for (const host of hosts) if (this.#blind.delete(host)) this.#frontier.hold(host, at);
  }
}
