import type { Context } from "../service/context.ts";

/** Calls that wait for admission to something, first come first served. */
export class WaitingLine {
  readonly #left: () => void;
  #first: Place | undefined;
  #last: Place | undefined;
  #length = 0;

  /** `left` is called whenever a call has left without having been let in. */
  constructor(left: () => void) {
    this.#left = left;
  }

  get length(): number {
    return this.#length;
  }

  /**
   * Waits until {@link admit} comes to this call, then enters in that very instant.
   *
   * Rejects with the reason as soon as the call aborts, and with the refusal at its `startBy`,
   * unless it is admitted in that very instant.
   * However the wait ends, it leaves neither a timer nor an abort hook.
   */
  join<Res>(context: Context, enter: () => Promise<Res>, refusal: () => Error): Promise<Res> {
    return new Promise((resolve, reject) => {
      context.throwIfAborted();
      if (context.patienceMs() === 0) throw refusal();

      const place = new Place(() => {
        leave();
        resolve(enter());
      });
      const leave = (): void => {
        this.#remove(place);
        hook[Symbol.dispose]();
        timer?.[Symbol.dispose]();
      };
      const giveUp = (why: () => unknown): void => {
        leave();
        reject(why());
        this.#left();
      };
      this.#append(place);
      const hook = context.onAbort((reason) => giveUp(() => reason));
      let timer = atStartBy(context, () => {
        timer = context.clock.timer(() => giveUp(refusal), 0); // after what is due in this instant
      });
    });
  }

  /** Lets in the call that has waited longest. Tells whether there was one. */
  admit(): boolean {
    const first = this.#first;
    first?.enter();
    return first !== undefined;
  }

  #append(place: Place): void {
    place.previous = this.#last;
    if (this.#last) this.#last.next = place;
    else this.#first = place;
    this.#last = place;
    this.#length++;
  }

  #remove({ previous, next }: Place): void {
    if (previous) previous.next = next;
    else this.#first = next;
    if (next) next.previous = previous;
    else this.#last = previous;
    this.#length--;
  }
}

/** One call in its line. */
class Place {
  readonly enter: () => void;
  previous: Place | undefined;
  next: Place | undefined;

  constructor(enter: () => void) {
    this.enter = enter;
  }
}

/** A timer for the end of patience, if it has one. The deadline needs none: it aborts the call. */
function atStartBy({ startBy, clock }: Context, fn: () => void): Disposable | undefined {
  return startBy === Infinity ? undefined : clock.timer(fn, startBy - clock.now());
}
