import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { ADMITTED } from "./admitted.ts";
import { DomainPace, type PaceLimits } from "./domain-pace.ts";
import { PacedLine } from "./paced-line.ts";
import { RateLimitedError } from "./rate-limited-error.ts";

/** Lets requests to one domain start in the order they came, each when the pace allows. */
export class DomainQueue {
  /** Grows from use to use. */
  lastUse = 0;
  readonly pace: DomainPace;
  readonly #domain: string;
  readonly #line = new PacedLine(() => this.pace.turn);

  constructor(domain: string, limits: PaceLimits) {
    this.#domain = domain;
    this.pace = new DomainPace(limits);
  }

  acquire(context: Context): Promise<void> {
    if (context.aborted) return Promise.reject(context.reason);
    const now = context.clock.now();
    const waitMs = this.#nextTurn(now) - now;
    if (this.#line.length === 0 && waitMs === 0) return this.#start(now);
    if (waitMs > context.patienceMs()) return Promise.reject(this.#refusal(context));
    if (layerEvents.hasSubscribers) {
      const detail = { domain: this.#domain, before: this.#line.length, waitMs };
      publish(context, "perDomainRateLimit", "queued", detail);
    }
    return this.#line.join(
      context,
      () => this.#start(context.clock.now()),
      () => this.#refusal(context),
    );
  }

  /** Counts a change of pace at once for those who wait. */
  update(): void {
    this.#line.update();
  }

  isAtRest(now: number): boolean {
    return this.#line.length === 0 && this.pace.isAtRest(now);
  }

  /** Whether nobody waits, or would have to. */
  isIdle(now: number): boolean {
    return this.#line.length === 0 && this.pace.isOpen(now);
  }

  #start(now: number): Promise<void> {
    this.pace.start(now);
    return ADMITTED;
  }

  /** When the turn of a call that came now would be. */
  #nextTurn(now: number): number {
    return Math.max(now, this.pace.turn) + this.#line.length * this.pace.delayMs;
  }

  #refusal(context: Context): RateLimitedError {
    const retryAt = this.#nextTurn(context.clock.now());
    if (layerEvents.hasSubscribers) {
      publish(context, "perDomainRateLimit", "refused", { domain: this.#domain, retryAt });
    }
    return new RateLimitedError(this.#domain, retryAt);
  }
}
