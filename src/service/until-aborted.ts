import type { Context } from "./context.ts";
import type { Scope } from "./scope.ts";

/** What {@link untilAborted} lets go of. */
export interface Ends {
  /** Freed as soon as the promise settles. */
  readonly timer?: Disposable | undefined;
  /** Called when the work has ended, which may be long after an abort that it did not heed. */
  readonly ended?: (() => void) | undefined;
}

/**
 * Runs `work` in a scope, which ends with it.
 *
 * Rejects with the reason as soon as the scope aborts, whether `work` heeds that or not.
 */
export function untilAborted<T>(
  scope: Scope,
  work: (context: Context) => Promise<T>,
  ends: Ends,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const succeed = (value: T): void => {
      end(scope, ends);
      resolve(value);
    };
    const fail = (error: unknown): void => {
      end(scope, ends);
      reject(error);
    };
    try {
      scope.context.throwIfAborted();
      scope.context.onAbort((reason) => {
        ends.timer?.[Symbol.dispose]();
        reject(reason);
      });
      work(scope.context).then(succeed, fail);
    } catch (error) {
      fail(error);
    }
  });
}

function end(scope: Scope, { timer, ended }: Ends): void {
  timer?.[Symbol.dispose]();
  scope[Symbol.dispose]();
  ended?.();
}
