import { randomFor } from "../../service/chance.ts";
import { Context } from "../../service/context.ts";
import { NotNowError, TimeoutError } from "../../service/errors.ts";
import type { Outcome } from "../../service/outcome.ts";
import type { VirtualClock } from "../virtual-clock.ts";
import type { Come } from "./limiter-schedule.ts";

/** How a call ended. */
export interface CallEnd {
  readonly as: "started" | "refused" | "aborted" | "failed";
  readonly at: number;
  /** What it was rejected with. */
  readonly error: unknown;
  /** Steps of the schedule that led to it; undefined where something else did too. */
  readonly steps: number | undefined;
  /** Whether it had been aborted. */
  readonly wasAborted: boolean;
}

/** One call of `acquire`, as its caller knows it. */
export class LimiterCall {
  readonly number: number;
  readonly asked: Omit<Come, "act">;
  readonly at: number;
  readonly context: Context;
  readonly signal: AbortSignal;
  end: CallEnd | undefined;
  /** Whether the limiter heard something besides calls while it waited. */
  wasDisturbed = false;
  /** Whether it still waited after its abort. */
  ignoredAbort = false;
  /** Whether it still waited after its patience had ended. */
  outstayed = false;
  wasReported = false;
  readonly #controller = new AbortController();
  readonly #deadline: Disposable | undefined;

  constructor(number: number, asked: Omit<Come, "act">, clock: VirtualClock) {
    this.number = number;
    this.asked = asked;
    this.at = clock.now();
    this.signal = this.#controller.signal;
    const random = randomFor(number);
    this.context = new Context({ clock, random, signal: this.signal, [asked.by]: this.latest });
    if (asked.aborted) this.abort();
    if (asked.by === "deadline") {
      this.#deadline = clock.timer(
        () => this.#controller.abort(new TimeoutError(asked.patienceMs)),
        asked.patienceMs,
      );
    }
  }

  /** The latest instant at which it may start. */
  get latest(): number {
    return this.at + this.asked.patienceMs;
  }

  get domain(): string {
    return this.asked.domain;
  }

  /** Whether it was turned away as it came, so that all should be as if it had not come. */
  get cameForNothing(): boolean {
    const wasRefused = this.end?.as === "refused" && this.end.at === this.at;
    return this.asked.aborted || (wasRefused && !this.wasDisturbed);
  }

  /** When to come again, where it was refused. */
  get retryAt(): number | undefined {
    const error = this.end?.error;
    return error instanceof NotNowError ? error.retryAt : undefined;
  }

  abort(): void {
    this.#controller.abort(new Error(`call ${this.number} was aborted`));
  }

  settle(outcome: Outcome<void>, steps: number | undefined): void {
    const { aborted: wasAborted, clock } = this.context;
    const error = outcome.ok ? undefined : outcome.error;
    this.end = { as: this.#endOf(outcome), at: clock.now(), error, steps, wasAborted };
    this.#deadline?.[Symbol.dispose]();
  }

  /** What became of it, in words. */
  get fate(): string {
    if (!this.end) return "waits without end";
    const { as, at } = this.end;
    return `${as} at ${at} ms${as === "refused" ? ` until ${this.retryAt} ms` : ""}`;
  }

  #endOf(outcome: Outcome<void>): CallEnd["as"] {
    if (outcome.ok) return "started";
    if (this.context.aborted && outcome.error === this.context.reason) return "aborted";
    return outcome.error instanceof NotNowError ? "refused" : "failed";
  }
}
