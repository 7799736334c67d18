import { exitCodes } from "./exit-codes.ts";

/** Hears SIGINT and SIGTERM until it is disposed. */
export class Interrupts implements Disposable {
  /** The exit code that the first of them asks for; undefined if none came. */
  code: number | undefined;
  readonly #heard: (signal: "SIGINT" | "SIGTERM") => void;

  /** `act` is called at the first, and with `again` at each that follows. */
  constructor(act: (again: boolean) => void) {
    this.#heard = (signal) => {
      const again = this.code !== undefined;
      this.code ??= exitCodes[signal];
      act(again);
    };
    process.on("SIGINT", this.#heard);
    process.on("SIGTERM", this.#heard);
  }

  [Symbol.dispose](): void {
    process.off("SIGINT", this.#heard);
    process.off("SIGTERM", this.#heard);
  }
}
