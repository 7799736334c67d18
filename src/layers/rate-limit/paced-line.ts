import type { Clock } from "../../service/clock.ts";
import type { Context } from "../../service/context.ts";
import { WaitingLine } from "../waiting-line.ts";

/**
 * A waiting line whose first call is let in when its turn has come, however early or late timers are.
 *
 * It keeps one timer, for the first of those who wait, not instants promised in advance, so whatever
 * moves the turn counts for all of them.
 */
export class PacedLine {
  readonly #turn: () => number;
  readonly #line = new WaitingLine(() => this.update());
  #clock: Clock | undefined;
  #timer: Disposable | undefined;
  #armedFor = Infinity;

  /** `turn` tells when the first in line may enter, and a later instant once it has entered. */
  constructor(turn: () => number) {
    this.#turn = turn;
  }

  get length(): number {
    return this.#line.length;
  }

  /** Waits for its turn, then enters in that very instant; see {@link WaitingLine.join}. */
  join<Res>(context: Context, enter: () => Promise<Res>, refusal: () => Error): Promise<Res> {
    this.#clock = context.clock;
    const turn = this.#line.join(context, enter, refusal);
    this.update();
    return turn;
  }

  /** Lets in at once all whose turn has come. A timer that was early just waits for the rest. */
  admit(): void {
    while (this.#line.length > 0 && this.#now() >= this.#turn()) this.#line.admit();
    this.update();
  }

  /** Sees to it that the timer waits for the turn of the first in line, which may have moved. */
  update(): void {
    const turn = this.#line.length === 0 ? Infinity : this.#turn();
    if (turn === this.#armedFor) return;
    this.#timer?.[Symbol.dispose]();
    this.#armedFor = turn;
    if (turn === Infinity) return;
    this.#timer = this.#clock?.timer(() => this.#due(), Math.max(0, turn - this.#now()));
  }

  #due(): void {
    this.#armedFor = Infinity;
    this.admit();
  }

  #now(): number {
    return this.#clock?.now() ?? 0;
  }
}
