import type { AbortListener } from "./abort-listener.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Context } from "./context.ts";
import { TimeoutError } from "./errors.ts";

/** A part of a call that can be aborted by itself. */
export class Scope implements Disposable {
  /** What the part runs in. */
  readonly context: Context;
  readonly #cancellation: Cancellation;
  #timer: Disposable | undefined;

  /** @internal */
  constructor(context: Context, cancellation: Cancellation) {
    this.context = context;
    this.#cancellation = cancellation;
  }

  /** Aborts what runs in {@link Scope.context}. A second abort changes nothing. */
  abort(reason: unknown): void {
    this.#cancellation.abort(reason);
  }

  /**
   * Aborts the part `ms` from now with a {@link TimeoutError}.
   *
   * @internal
   */
  abortAfter(ms: number): void {
    this.#timer = this.context.clock.timer(() => this.abort(new TimeoutError(ms)), ms);
  }

  /** @internal */
  freeTimer(): void {
    this.#timer?.[Symbol.dispose]();
  }

  /** @internal */
  listen(listener: AbortListener): void {
    this.#cancellation.listen(listener);
  }

  /** Unhooks the part from its call. Aborts nothing. */
  [Symbol.dispose](): void {
    this.freeTimer();
    this.#cancellation[Symbol.dispose]();
  }
}
