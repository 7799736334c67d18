import type { AbortListener, AbortListenerList } from "./abort-listener.ts";
import type { Scope } from "./scope.ts";
import type { Service } from "./service.ts";

/**
 * Calls a service in a scope, which ends with the call.
 *
 * Rejects with the reason as soon as the scope aborts, whether `inner` heeds that or not.
 * Tells `ended` when `inner` has ended, which may be long after an abort that it did not heed.
 */
export function untilAborted<Req, Res>(
  scope: Scope,
  inner: Service<Req, Res>,
  request: Req,
  ended?: () => void,
): Promise<Res> {
  const run = new Run<Res>(scope, ended);
  try {
    scope.context.throwIfAborted();
    scope.listen(run);
    inner.call(request, scope.context).then(run.succeed, run.fail);
  } catch (error) {
    run.fail(error);
  }
  return run.promise;
}

/** One object for all that a call needs here, as each call comes by once or more. */
class Run<Res> implements AbortListener {
  list: AbortListenerList | undefined;
  previous: AbortListener | undefined;
  next: AbortListener | undefined;
  readonly promise: Promise<Res>;
  readonly #scope: Scope;
  readonly #ended: (() => void) | undefined;
  readonly #resolve: (value: Res) => void;
  readonly #reject: (error: unknown) => void;

  constructor(scope: Scope, ended: (() => void) | undefined) {
    this.#scope = scope;
    this.#ended = ended;
    this.promise = new Promise<never>(handOver);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the promise just made
    this.#resolve = handedOver.resolve as (value: Res) => void;
    this.#reject = handedOver.reject;
    handedOver.resolve = ignore; // or they would keep the last answer of all
    handedOver.reject = ignore;
  }

  readonly succeed = (value: Res): void => {
    this.#end();
    this.#resolve(value);
  };

  readonly fail = (error: unknown): void => {
    this.#end();
    this.#reject(error);
  };

  abort(reason: unknown): void {
    this.#scope.freeTimer();
    this.#reject(reason);
  }

  #end(): void {
    this.#scope[Symbol.dispose]();
    this.#ended?.();
  }
}

/** What settles a promise from outside. */
interface Settlers {
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** Where `new Promise` leaves them, as a closure for each call would be a tenth of what it costs. */
const handedOver: Settlers = { resolve: ignore, reject: ignore };

function handOver(resolve: Settlers["resolve"], reject: Settlers["reject"]): void {
  handedOver.resolve = resolve;
  handedOver.reject = reject;
}

function ignore(): void {}
