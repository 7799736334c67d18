import type { Context } from "../../service/context.ts";
import { NotNowError } from "../../service/errors.ts";
import { type Outcome, settle } from "../../service/outcome.ts";
import type { Scope } from "../../service/scope.ts";
import { Moment } from "../moment.ts";

/**
 * Makes one call of those that ask for the same thing at once.
 *
 * All get its outcome by identity. Each may abort by itself; when the last has left, the shared
 * call is aborted.
 * The shared call has no deadline, and the patience of whoever began it. Who has less leaves at its
 * own `startBy` with a {@link NotNowError}; who has more begins another call if that one is refused
 * for want of patience.
 */
export class SingleFlight<Res> {
  readonly #flights = new Map<string, Flight<Res>>();
  #landed = 0;

  /** Changes whenever a call ends, of any id. */
  get landed(): number {
    return this.#landed;
  }

  /** Joins the call under way that has this id, or makes it. */
  async share(
    id: string,
    context: Context,
    work: (context: Context) => Promise<Res>,
    joined: () => void,
  ): Promise<Res> {
    for (;;) {
      context.throwIfAborted();
      const underWay = this.#flights.get(id);
      if (underWay) joined();
      const flight = underWay ?? this.#begin(id, context, work);
      const outcome = await flight.join(context);
      if (outcome.ok) return outcome.value;
      const refusedForHaste = outcome.error instanceof NotNowError;
      if (!refusedForHaste || patienceOf(context) <= flight.startBy) throw outcome.error;
    }
  }

  #begin(id: string, context: Context, work: (context: Context) => Promise<Res>): Flight<Res> {
    const flight = new Flight(context, work, () => {
      this.#landed++;
      if (this.#flights.get(id) === flight) this.#flights.delete(id);
    });
    this.#flights.set(id, flight);
    return flight;
  }
}

/** One call and those who wait for it. */
class Flight<Res> {
  /** Until when the call may wait to start, as the clock reads. */
  readonly startBy: number;
  readonly #scope: Scope;
  readonly #outcome: Promise<Outcome<Res>>;
  readonly #over = new Moment();
  readonly #ended: () => void;
  #waiting = 0;

  constructor(context: Context, work: (context: Context) => Promise<Res>, ended: () => void) {
    this.#ended = ended;
    this.startBy = patienceOf(context);
    this.#scope = context.detach().withStartBy(this.startBy).scope();
    this.#outcome = settle(work(this.#scope.context)).then((outcome) => {
      this.#scope[Symbol.dispose]();
      this.#end();
      return outcome;
    });
  }

  /** Waits for the outcome, as long as the context allows. */
  join(context: Context): Promise<Outcome<Res>> {
    const { clock, startBy } = context;
    const leavesAt = startBy < this.startBy ? startBy : Infinity;
    if (leavesAt <= clock.now()) return Promise.reject(this.#notNow());
    this.#waiting++;
    return new Promise((resolve, reject) => {
      let hook: Disposable | undefined;
      const free = (): void => {
        timer[Symbol.dispose]();
        hook?.[Symbol.dispose]();
      };
      const leave = (reason: unknown): void => {
        free();
        reject(reason);
        this.#left(reason);
      };
      const land = (outcome: Outcome<Res>): void => {
        free();
        resolve(outcome);
      };
      const timer = clock.timer(() => leave(this.#notNow()), leavesAt - clock.now());
      hook = context.onAbort(leave);
      void this.#outcome.then(land);
    });
  }

  #left(reason: unknown): void {
    if (--this.#waiting > 0) return;
    this.#end();
    this.#scope.abort(reason);
  }

  #end(): void {
    this.#ended();
    this.#over.come();
  }

  #notNow(): NotNowError {
    return new NotNowError("The same call is under way", { ready: this.#over.next });
  }
}

/** Until when a call may wait to start. */
function patienceOf({ startBy, deadline }: Context): number {
  return Math.min(startBy, deadline);
}
