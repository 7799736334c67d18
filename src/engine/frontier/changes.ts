import type { Context } from "../../service/context.ts";

/** Tells those who wait that something has changed. */
export class Changes {
  readonly #waiting = new Set<() => void>();

  tell(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Resolves when something has changed, or at this instant. Rejects with the reason of an abort. */
  next(context: Context, due: number): Promise<void> {
    const { clock } = context;
    return new Promise((resolve, reject) => {
      context.throwIfAborted();
      const leave = (): void => {
        this.#waiting.delete(wake);
        timer[Symbol.dispose]();
        hook[Symbol.dispose]();
      };
      const wake = (): void => {
        leave();
        resolve();
      };
      const timer = clock.timer(wake, Math.max(0, due - clock.now()));
      const hook = context.onAbort((reason) => {
        leave();
        reject(reason);
      });
      this.#waiting.add(wake);
    });
  }
}
