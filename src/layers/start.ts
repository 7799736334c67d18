import type { Context } from "../service/context.ts";
import { onStart } from "../service/start-listener.ts";

/** A call that may only wait until its `startBy`, up to its start at the leaf. */
export class Start {
  #context: Context;
  #isOver = false;

  constructor(context: Context) {
    this.#context = onStart(context, () => {
      this.#isOver = true;
    });
  }

  /** Whether the call has reached the leaf. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** In which to go on: without `startBy` once the call has started. */
  get context(): Context {
    return this.#isOver ? this.#context.started() : this.#context;
  }
}
