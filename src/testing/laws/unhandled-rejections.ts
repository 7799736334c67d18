import type { World } from "./world.ts";

/** Hears what this process reports as unhandled, and writes it down in the world it happened in. */
export class UnhandledRejections implements Disposable {
  #world: World | undefined;
  readonly #listener = (reason: unknown): void => {
    this.#world?.unhandled.push({ reason });
  };

  constructor() {
    process.on("unhandledRejection", this.#listener);
  }

  /** From here on it happens in this world. */
  enter(world: World): void {
    this.#world = world;
  }

  [Symbol.dispose](): void {
    process.removeListener("unhandledRejection", this.#listener);
  }
}
