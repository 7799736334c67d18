import type { Cancellation } from "./cancellation.ts";
import type { Context } from "./context.ts";

/** A part of a call that can be aborted by itself. */
export class Scope implements Disposable {
  /** What the part runs in. */
  readonly context: Context;
  readonly #cancellation: Cancellation;

  /** @internal */
  constructor(context: Context, cancellation: Cancellation) {
    this.context = context;
    this.#cancellation = cancellation;
  }

  /** Aborts what runs in {@link Scope.context}. A second abort changes nothing. */
  abort(reason: unknown): void {
    this.#cancellation.abort(reason);
  }

  /** Unhooks the part from its call. Aborts nothing. */
  [Symbol.dispose](): void {
    this.#cancellation[Symbol.dispose]();
  }
}
