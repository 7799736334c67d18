import type { Context } from "../../service/context.ts";
import { NotNowError } from "../../service/errors.ts";
import { type Outcome, settle } from "../../service/outcome.ts";
import type { Scope } from "../../service/scope.ts";
import { startListener } from "../../service/start-listener.ts";
import { Moment } from "../moment.ts";

/** Tells what became of one who asked for a call that others had begun. */
export type Tell = (event: "joined" | "refused", detail?: { readonly error: NotNowError }) => void;

/** One call, and those who wait for its outcome. */
export class Flight<Res> {
  /** Until when the call may wait to start, as the clock reads. */
  readonly startBy: number;
  readonly #scope: Scope;
  readonly #over: () => void;
  readonly #waiters = new Set<Waiter<Res>>();
  /** It has started or ended, so that who was refused for haste may ask again. */
  readonly #news = new Moment();
  #started = false;

  /** `over` is called when it has ended or everybody has left it, so that nobody joins it any more. */
  constructor(context: Context, over: () => void) {
    this.startBy = patienceOf(context);
    this.#over = over;
    this.#scope = context
      .detach()
      .withStartBy(this.startBy)
      .with(startListener, () => this.#start())
      .scope();
  }

  /** Makes the call, for those who wait by now and for those who join it. */
  async begin(work: (context: Context) => Promise<Res>): Promise<void> {
    const outcome = await settle(work(this.#scope.context));
    this.#scope[Symbol.dispose]();
    this.#end();
    for (const waiter of this.#waiters) waiter.land(outcome);
    this.#waiters.clear();
  }

  /** Waits for the outcome, as long as the context allows. */
  join(context: Context, tell?: Tell): Promise<Outcome<Res>> {
    const { clock, startBy } = context;
    const waitsToStart = !this.#started && startBy < this.startBy;
    const refusal = (): NotNowError => {
      const error = new NotNowError("The same call waits to start", { ready: this.#news.next });
      tell?.("refused", { error });
      return error;
    };
    return new Promise((resolve, reject) => {
      if (waitsToStart && startBy <= clock.now()) throw refusal();
      const leave = (reason: unknown): void => {
        this.#waiters.delete(waiter);
        waiter[Symbol.dispose]();
        reject(reason);
        if (this.#waiters.size === 0) this.#abandon(reason);
      };
      const waiter = new Waiter(context, resolve, leave);
      this.#waiters.add(waiter);
      if (this.#started) waiter.start();
      else if (waitsToStart) waiter.waitToStart(refusal);
      tell?.("joined");
    });
  }

  #start(): void {
    this.#started = true;
    this.#news.come();
    for (const waiter of this.#waiters) waiter.start();
  }

  #abandon(reason: unknown): void {
    this.#end();
    this.#scope.abort(reason);
  }

  #end(): void {
    this.#over();
    this.#news.come();
  }
}

/** One who waits for the outcome of a {@link Flight}. */
class Waiter<Res> implements Disposable {
  readonly #context: Context;
  readonly #resolve: (outcome: Outcome<Res>) => void;
  readonly #leave: (reason: unknown) => void;
  readonly #hook: Disposable;
  #timer: Disposable | undefined;

  constructor(
    context: Context,
    resolve: (outcome: Outcome<Res>) => void,
    leave: (reason: unknown) => void,
  ) {
    this.#context = context;
    this.#resolve = resolve;
    this.#leave = leave;
    this.#hook = context.onAbort(leave);
  }

  /** Leaves with a refusal at the `startBy` of its context, unless the call starts in that instant. */
  waitToStart(refusal: () => Error): void {
    const { clock, startBy } = this.#context;
    this.#timer = clock.timer(() => {
      this.#timer = clock.timer(() => this.#leave(refusal()), 0); // after what is due in this instant
    }, startBy - clock.now());
  }

  /** Its call has reached the leaf. A listener that throws ends this call alone. */
  start(): void {
    this.#timer?.[Symbol.dispose]();
    try {
      this.#context.get(startListener)?.();
    } catch (error) {
      this.#leave(error);
    }
  }

  land(outcome: Outcome<Res>): void {
    this[Symbol.dispose]();
    this.#resolve(outcome);
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#hook[Symbol.dispose]();
  }
}

/** Until when a call may wait to start. */
export function patienceOf({ startBy, deadline }: Context): number {
  return Math.min(startBy, deadline);
}
