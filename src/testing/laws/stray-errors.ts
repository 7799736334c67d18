import { describeError } from "./story.ts";
import type { World } from "./world.ts";

/**
 * Hears what this process reports as a rejection that nobody handles, or as thrown where nobody
 * catches it, and writes it down in the world it happened in.
 */
export class StrayErrors implements Disposable {
  #world: World | undefined;
  readonly #onRejection = (reason: unknown): void => {
    this.#world?.unhandled.push({ reason });
  };
  readonly #onThrow = (error: unknown): void => {
    this.#world?.misbehaviour.push(`A hook threw ${describeError(error)}`);
  };

  constructor() {
    process.on("unhandledRejection", this.#onRejection);
    process.on("uncaughtException", this.#onThrow);
  }

  /** From here on it happens in this world. */
  enter(world: World): void {
    this.#world = world;
  }

  [Symbol.dispose](): void {
    process.removeListener("unhandledRejection", this.#onRejection);
    process.removeListener("uncaughtException", this.#onThrow);
  }
}
