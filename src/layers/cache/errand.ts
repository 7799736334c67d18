import type { Context } from "../../service/context.ts";
import { onStart } from "../../service/start-listener.ts";
import type { Cacheable } from "./cacheable.ts";

/** A request of a cache to the server, from when it is sent until its answer is kept or not. */
export class Errand {
  readonly asked: Cacheable;
  readonly context: Context;
  /** A change of the same URL has succeeded since, so that the answer may be out of date. */
  isOvertaken = false;
  #askedAt: number;

  constructor(asked: Cacheable, context: Context) {
    this.asked = asked;
    this.#askedAt = context.clock.wallMs();
    this.context = onStart(context, () => {
      this.#askedAt = context.clock.wallMs();
    });
  }

  /** When the server was asked, in Unix milliseconds: waits for its turn at a limit are no age. */
  get askedAt(): number {
    return this.#askedAt;
  }
}
