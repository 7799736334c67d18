import type { Context } from "../../service/context.ts";

/** Steps after which there is a break: some ten milliseconds of work. */
const STEPS = 5000;

/**
 * Makes all who work step by step on what is in memory pause together now and then, so that timers,
 * sockets and Ctrl-C get their turn.
 */
export class Breaks {
  readonly #context: Context;
  #steps = 0;
  #break: Promise<void> | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Counts a step; what there is to wait for before it, if anything. */
  step(): Promise<void> | undefined {
    if (this.#break || ++this.#steps < STEPS) return this.#break;
    const goOn = (): void => {
      this.#break = undefined;
    };
    this.#steps = 0;
    this.#break = this.#context.sleep(0).then(goOn, goOn);
    return this.#break;
  }
}
