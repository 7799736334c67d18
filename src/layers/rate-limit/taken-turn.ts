import type { Context } from "../../service/context.ts";
import type { Turn } from "./token-bucket.ts";

/** Who is told what became of a call that took a turn. */
export interface TurnKeeper {
  keep(turn: Turn): void;
  fail(turn: Turn, error: unknown, context: Context): void;
}

/** Tells the keeper, once, when the call has ended that took the turn. */
export function followTurn(
  call: Promise<unknown>,
  turn: Turn,
  keeper: TurnKeeper,
  context: Context,
): void {
  const taken = idle.pop() ?? new TakenTurn();
  taken.turn = turn;
  taken.keeper = keeper;
  taken.context = context;
  taken.follow(call);
}

/** It serves one call after another, or its closures would be the most of what a limit costs. */
class TakenTurn {
  turn: Turn | undefined;
  keeper: TurnKeeper | undefined;
  context: Context | undefined;
  #isToldOnce = false;

  follow(call: Promise<unknown>): void {
    this.#isToldOnce = call.then === native.then; // by what else calls itself a promise it may be told again
    call.then(this.#succeed, this.#fail);
  }

  readonly #succeed = (): void => {
    const { turn, keeper } = this;
    this.#rest();
    if (turn) keeper?.keep(turn);
  };

  readonly #fail = (error: unknown): void => {
    const { turn, keeper, context } = this;
    this.#rest();
    if (turn && context) keeper?.fail(turn, error, context);
  };

  /** Keeps nothing of the call, so that to be told again does nothing, and waits for another. */
  #rest(): void {
    this.turn = undefined;
    this.keeper = undefined;
    this.context = undefined;
    if (this.#isToldOnce && idle.length < MOST_IDLE) idle.push(this);
  }
}

const idle: TakenTurn[] = [];
const MOST_IDLE = 256;

const native: Pick<Promise<unknown>, "then"> = Promise.prototype;
