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
  const run = new Run(scope, ended);
  const answer: Promise<Res> = run.answer();
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

/** All that a call needs here, in one object, as each call comes by once or more. */
class Run implements AbortListener {
  list: AbortListenerList | undefined;
  previous: AbortListener | undefined;
  next: AbortListener | undefined;
  readonly #scope: Scope;
  readonly #ended: () => void;
  #timer: Disposable | undefined;
  #resolve: (value: unknown) => void = ignore;
  #reject: (error: unknown) => void = ignore;

  constructor(scope: Scope, ended: () => void) {
    this.#scope = scope;
    this.#ended = ended;
  }

  answer(): Promise<never> {
    const answer = new Promise<never>(handOver);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the promise just made
    this.#resolve = handedOver.resolve as (value: unknown) => void;
    this.#reject = handedOver.reject;
    handedOver.resolve = ignore; // or they would keep the last answer of all
    handedOver.reject = ignore;
    return answer;
  }

  startTimer({ context, timeoutMs }: Scope): void {
    this.#timer = context.clock.timer(
      () => this.#scope.abort(new TimeoutError(timeoutMs)),
      timeoutMs,
    );
  }

  /** Ends as this call does. */
  follow(call: Promise<unknown>): void {
    call.then(
      (value) => this.#succeed(value),
      (error: unknown) => this.fail(error),
    );
  }

  #succeed(value: unknown): void {
    this.#end();
    this.#resolve(value);
  }

  fail(error: unknown): void {
    this.#end();
    this.#reject(error);
  }

  abort(reason: unknown): void {
    this.#timer?.[Symbol.dispose]();
    this.#reject(reason);
  }

  #end(): void {
    this.#timer?.[Symbol.dispose]();
    this.#scope[Symbol.dispose]();
    this.#ended();
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
