import type { Context } from "../../service/context.ts";
import { NotNowError } from "../../service/errors.ts";
import { Flight, patienceOf, type Tell } from "./flight.ts";

/**
 * Makes one call of those that ask for the same thing at once.
 *
 * All get its outcome by identity. Each may abort by itself; when the last has left, the shared
 * call is aborted.
 * The shared call has no deadline, and the patience of whoever began it. Who has less leaves with a
 * {@link NotNowError} at its own `startBy`, unless the call has reached the leaf by then: whoever
 * waits for it, or joins it later, has started with it, and so its own `startListener` is told.
 * Who has more begins another call if that one is refused for want of patience.
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
    tell: Tell,
  ): Promise<Res> {
    for (;;) {
      context.throwIfAborted();
      const underWay = this.#flights.get(id);
      const flight = underWay ?? this.#open(id, context);
      const joining = flight.join(context, underWay && tell);
      if (!underWay) void flight.begin(work);
      const outcome = await joining;
      if (outcome.ok) return outcome.value;
      const refusedForHaste = outcome.error instanceof NotNowError;
      if (!refusedForHaste || patienceOf(context) <= flight.startBy) throw outcome.error;
    }
  }

  /** Lets nobody join the call under way that has this id: the next makes one of its own. */
  close(id: string): void {
    this.#flights.delete(id);
  }

  #open(id: string, context: Context): Flight<Res> {
    const flight = new Flight<Res>(context, () => {
      this.#landed++;
      if (this.#flights.get(id) === flight) this.#flights.delete(id);
    });
    this.#flights.set(id, flight);
    return flight;
  }
}
