import type { AbortListener } from "./abort-listener.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Context } from "./context.ts";

/** A part of a call that can be aborted by itself. */
export class Scope implements Disposable {
  /** What the part runs in. */
  readonly context: Context;
  /**
   * How long the part may take, which who runs it sees to.
   *
   * @internal
   */
  readonly timeoutMs: number;
  readonly #cancellation: Cancellation;

  /** @internal */
  constructor(context: Context, cancellation: Cancellation, timeoutMs: number = Infinity) {
    this.context = context;
    this.timeoutMs = timeoutMs;
    this.#cancellation = cancellation;
  }

  /** Aborts what runs in {@link Scope.context}. A second abort changes nothing. */
  abort(reason: unknown): void {
    this.#cancellation.abort(reason);
  }

  /** @internal */
  listen(listener: AbortListener): void {
    this.#cancellation.listen(listener);
  }

  /** Unhooks the part from its call. Aborts nothing. */
  [Symbol.dispose](): void {
    this.#cancellation[Symbol.dispose]();
  }
}
