import type { AbortListener, AbortListenerList } from "./abort-listener.ts";
import type { Context } from "./context.ts";
import type { Scope } from "./scope.ts";

/**
 * Runs `work` in a scope, which ends with it.
 *
 * Rejects with the reason as soon as the scope aborts, whether `work` heeds that or not.
 * Calls `ended` when the work has ended, which may be long after an abort that it did not heed.
 */
export function untilAborted<T>(
  scope: Scope,
  work: (context: Context) => Promise<T>,
  ended?: () => void,
): Promise<T> {
  const run = new Run<T>(scope, ended);
  try {
    scope.context.throwIfAborted();
    scope.listen(run);
    work(scope.context).then(run.succeed, run.fail);
  } catch (error) {
    run.fail(error);
  }
  return run.promise;
}

/** One object for all that a call needs at this point, since every call comes by. */
class Run<T> implements AbortListener {
  list: AbortListenerList | undefined;
  previous: AbortListener | undefined;
  next: AbortListener | undefined;
  readonly promise: Promise<T>;
  readonly #scope: Scope;
  readonly #ended: (() => void) | undefined;
  #resolve: ((value: T) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(scope: Scope, ended: (() => void) | undefined) {
    this.#scope = scope;
    this.#ended = ended;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  readonly succeed = (value: T): void => {
    this.#end();
    this.#resolve?.(value);
  };

  readonly fail = (error: unknown): void => {
    this.#end();
    this.#reject?.(error);
  };

  abort(reason: unknown): void {
    this.#scope.freeTimer();
    this.#reject?.(reason);
  }

  #end(): void {
    this.#scope[Symbol.dispose]();
    this.#ended?.();
  }
}
