import type { Context } from "../service/context.ts";
import type { NotNowError } from "../service/errors.ts";
import { startListener } from "../service/start-listener.ts";
import type { Frontier } from "./frontier.ts";

/** How long a refusal that tells nothing holds its host when no call of the crawl is left to end. */
const BLIND_MS = 100;

/**
 * Keeps hosts from being asked before the stack would start their call.
 *
 * A host that was once told to come back is asked one call at a time: the next when the last has
 * started, since before that it would only be refused.
 */
export class HostStarts {
  readonly #frontier: Frontier;
  readonly #limited = new Set<string>();
  readonly #starting = new Set<string>();
  readonly #blind = new Set<string>();

  constructor(frontier: Frontier) {
    this.#frontier = frontier;
  }

  /** The context in which to call for a host. */
  begin(host: string, context: Context): Context {
    if (!this.#limited.has(host)) return context;
    this.#starting.add(host);
    this.#frontier.hold(host, Infinity);
    return context.with(startListener, () => this.#started(host));
  }

  /** The call of a host has ended otherwise than in {@link later}. */
  end(host: string): void {
    this.#started(host);
    this.#releaseBlind(-Infinity);
  }

  /** Holds a host for as long as the refusal says. `isLast`: no other call is under way. */
  later(host: string, error: NotNowError, context: Context, isLast: boolean): void {
    const { retryAt, ready } = error;
    this.#limited.add(host);
    this.#starting.delete(host);
    this.#frontier.hold(host, retryAt ?? Infinity);
    if (retryAt !== undefined) return;
    if (ready) {
      const release = (): void => this.#frontier.hold(host, -Infinity);
      ready.then(release, release);
      return;
    }
    this.#blind.add(host);
    if (isLast) this.#releaseBlind(context.clock.now() + BLIND_MS);
  }

  #started(host: string): void {
    if (this.#starting.delete(host)) this.#frontier.hold(host, -Infinity);
  }

  #releaseBlind(at: number): void {
    for (const host of this.#blind) this.#frontier.hold(host, at);
    this.#blind.clear();
  }
}
