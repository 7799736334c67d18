import type { AbortListener, AbortListenerList } from "./abort-listener.ts";
import { TimeoutError } from "./errors.ts";
import type { Scope } from "./scope.ts";
import type { Service } from "./service.ts";

/**
 * Calls a service in a scope, which ends with the call.
 *
 * Rejects with the reason as soon as the scope aborts, whether `inner` heeds that or not.
 * Aborts the scope with a {@link TimeoutError} when its time is up.
 * Tells `ended` when `inner` has ended, which may be long after an abort that it did not heed.
 */
export function untilAborted<Req, Res>(
  scope: Scope,
  inner: Service<Req, Res>,
  request: Req,
  ended: () => void = ignore,
): Promise<Res> {
  const run = idle.pop() ?? new Run();
  const answer: Promise<Res> = run.begin(scope, ended);
  try {
    scope.context.throwIfAborted();
    scope.listen(run);
    if (scope.timeoutMs !== Infinity) run.startTimer(scope);
    run.follow(inner.call(request, scope.context));
  } catch (error) {
    run.fail(error);
  }
  return answer;
}

/**
 * All that a call needs here, in one object, as each call comes by once or more.
 *
 * It serves one call after another, or its closures would be a quarter of what a call costs.
 */
class Run implements AbortListener {
  list: AbortListenerList | undefined;
  previous: AbortListener | undefined;
  next: AbortListener | undefined;
  #scope: Scope | undefined;
  #timer: Disposable | undefined;
  #ended = ignore;
  #resolve: (value: unknown) => void = ignore;
  #reject: (error: unknown) => void = ignore;
  #isToldOnce = false;

  begin(scope: Scope, ended: () => void): Promise<never> {
    const answer = new Promise<never>(handOver);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the promise just made
    this.#resolve = handedOver.resolve as (value: unknown) => void;
    this.#reject = handedOver.reject;
    handedOver.resolve = ignore; // or they would keep the last answer of all
    handedOver.reject = ignore;
    this.#scope = scope;
    this.#ended = ended;
    return answer;
  }

  startTimer({ context, timeoutMs }: Scope): void {
    this.#timer = context.clock.timer(this.#timeUp, timeoutMs);
  }

  /** Ends as this call does. */
  follow(call: Promise<unknown>): void {
    this.#isToldOnce = call.then === native.then; // by what else calls itself a promise it may be told again
    call.then(this.succeed, this.fail);
  }

  readonly succeed = (value: unknown): void => {
    const resolve = this.#resolve;
    this.#end();
    resolve(value);
  };

  readonly fail = (error: unknown): void => {
    const reject = this.#reject;
    this.#end();
    reject(error);
  };

  abort(reason: unknown): void {
    this.#timer?.[Symbol.dispose]();
    this.#reject(reason);
  }

  readonly #timeUp = (): void => {
    const scope = this.#scope;
    scope?.abort(new TimeoutError(scope.timeoutMs));
  };

  #end(): void {
    this.#timer?.[Symbol.dispose]();
    this.#scope?.[Symbol.dispose]();
    this.#ended();
    if (this.#isToldOnce && idle.length < MOST_IDLE) this.#rest();
  }

  /** Waits for another call, and keeps nothing of this one. */
  #rest(): void {
    this.list = undefined;
    this.previous = undefined;
    this.next = undefined;
    this.#scope = undefined;
    this.#timer = undefined;
    this.#ended = ignore;
    this.#resolve = ignore;
    this.#reject = ignore;
    this.#isToldOnce = false;
    idle.push(this);
  }
}

const idle: Run[] = [];
const MOST_IDLE = 256;

const native: Pick<Promise<unknown>, "then"> = Promise.prototype;

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
