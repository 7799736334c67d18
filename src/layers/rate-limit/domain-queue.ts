import type { Clock } from "../../service/clock.ts";
import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { WaitingLine } from "../waiting-line.ts";
import { DomainPace, type PaceLimits } from "./domain-pace.ts";
import { RateLimitedError } from "./rate-limited-error.ts";

const NOW = Promise.resolve();

/**
 * Lets requests to one domain start in the order they came, each when the pace allows.
 *
 * It keeps a line of waiting calls and one timer for the first of them, not instants promised in
 * advance, so whatever changes the pace counts for all who wait.
 */
export class DomainQueue {
  readonly pace: DomainPace;
  readonly #domain: string;
  readonly #line = new WaitingLine(() => this.update());
  #clock: Clock | undefined;
  #timer: Disposable | undefined;
  #armedFor = Infinity;

  constructor(domain: string, limits: PaceLimits) {
    this.#domain = domain;
    this.pace = new DomainPace(limits);
  }

  acquire(context: Context): Promise<void> {
    if (context.aborted) return Promise.reject(context.reason);
    const { clock } = context;
    const now = clock.now();
    if (this.#line.length === 0 && now >= this.pace.turn) {
      this.pace.start(now);
      return NOW;
    }
    this.#clock = clock;
    const waitMs = this.#nextTurn(now) - now;
    if (waitMs > context.patienceMs()) return Promise.reject(this.#refusal(now));
    if (layerEvents.hasSubscribers) {
      const detail = { domain: this.#domain, before: this.#line.length, waitMs };
      publish(context, "perDomainRateLimit", "queued", detail);
    }
    const turn = this.#line.join(
      context,
      () => NOW,
      () => this.#refusal(clock.now()),
    );
    this.update();
    return turn;
  }

  /** Sees to it that the timer waits for the turn of the first in line, which may have moved. */
  update(): void {
    const turn = this.#line.length === 0 ? Infinity : this.pace.turn;
    if (turn === this.#armedFor) return;
    this.#timer?.[Symbol.dispose]();
    this.#armedFor = turn;
    if (turn === Infinity || !this.#clock) return;
    const waitMs = Math.max(0, turn - this.#clock.now());
    this.#timer = this.#clock.timer(() => this.#admit(), waitMs);
  }

  isAtRest(now: number): boolean {
    return this.#line.length === 0 && this.pace.isAtRest(now);
  }

  /** Lets in all whose turn has come. A timer that was early just waits for the rest. */
  #admit(): void {
    this.#armedFor = Infinity;
    const now = this.#clock?.now() ?? 0;
    while (this.#line.length > 0 && now >= this.pace.turn) {
      this.pace.start(now);
      this.#line.admit();
    }
    this.update();
  }

  /** When the turn of a call that came now would be. */
  #nextTurn(now: number): number {
    return Math.max(now, this.pace.turn) + this.#line.length * this.pace.delayMs;
  }

  #refusal(now: number): RateLimitedError {
    return new RateLimitedError(this.#domain, this.#nextTurn(now));
  }
}
