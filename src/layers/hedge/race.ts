import type { Context } from "../../service/context.ts";
import type { Scope } from "../../service/scope.ts";
import { SupersededError } from "./superseded-error.ts";

/** What comes of a {@link Race}. */
interface Ends<Res> {
  readonly resolve: (value: Res) => void;
  readonly reject: (error: unknown) => void;
  /** Tells which runner has won, counted from 0. */
  readonly won: (runner: number) => void;
}

/**
 * Calls that run side by side for one outcome.
 *
 * The first success wins. The first call's error counts when all that run have failed.
 * An abort ends the race at once. Whatever ends it, those that still run are aborted, and what
 * comes of them disturbs nobody; no timer and no hook is left.
 */
export class Race<Res> {
  readonly #context: Context;
  readonly #ends: Ends<Res>;
  readonly #running = new Set<Scope>();
  readonly #hook: Disposable;
  #timer: Disposable | undefined;
  #runners = 0;
  #firstError: unknown;
  #over = false;

  constructor(context: Context, ends: Ends<Res>) {
    context.throwIfAborted();
    this.#context = context;
    this.#ends = ends;
    this.#hook = context.onAbort((reason) => this.#fail(reason));
  }

  /** Does something now. What it throws, the race ends with. */
  act(something: () => void): void {
    try {
      something();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Does something in `ms`, unless the race is over by then. */
  actLater(something: () => void, ms: number): void {
    if (this.#over) return;
    this.#timer = this.#context.clock.timer(() => this.act(something), ms);
  }

  /** Lets a call join. */
  run(call: (context: Context) => Promise<Res>): void {
    const scope = this.#context.scope();
    const runner = this.#runners++;
    this.#running.add(scope);
    const succeed = (value: Res): void => {
      this.#left(scope);
      if (!this.#over) this.#win(runner, value);
    };
    const fail = (error: unknown): void => {
      this.#left(scope);
      if (runner === 0) this.#firstError = error;
      if (this.#running.size === 0) this.#fail(this.#firstError);
    };
    call(scope.context).then(succeed, fail);
  }

  #left(scope: Scope): void {
    scope[Symbol.dispose]();
    this.#running.delete(scope);
  }

  #win(runner: number, value: Res): void {
    this.#ends.won(runner);
    this.#ends.resolve(value);
    this.#end();
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.#ends.reject(error);
    this.#end();
  }

  #end(): void {
    this.#over = true;
    this.#timer?.[Symbol.dispose]();
    this.#hook[Symbol.dispose]();
    if (this.#running.size === 0) return;
    const superseded = new SupersededError();
    for (const scope of this.#running) scope.abort(superseded);
  }
}
