import type { Context } from "../../service/context.ts";
import { ClosedError } from "../../service/errors.ts";
import type { Scope } from "../../service/scope.ts";
import type { StopReason } from "../crawl-stats.ts";
import type { NotFetchedReason } from "../fates.ts";
import { GaveUpError } from "./gave-up-error.ts";

/** What {@link Stages} are made of. */
export interface StagesOptions {
  /** Of the crawl: its abort is the second stage. */
  readonly scope: Scope;
  readonly giveUpMs: number;
  /** The first stage: takes no more. */
  readonly close: (reason: NotFetchedReason) => void;
  /** A number that changes with all that moves. */
  readonly moves: () => number;
}

/**
 * The stages in which a crawl stops: it takes no more; it aborts what is under way; it gives up what
 * does not heed that.
 */
export class Stages {
  readonly #options: StagesOptions;
  readonly #context: Context;
  #reason: StopReason | undefined;
  #giveUpMs: number;
  #grace: Disposable | undefined;
  #abortAt = Infinity;
  /** Begins to wait anew for something to move. */
  #watch: () => void = () => {};

  constructor(options: StagesOptions) {
    this.#options = options;
    this.#context = options.scope.context;
    this.#giveUpMs = options.giveUpMs;
  }

  /** Why it was stopped first; undefined if it was not. */
  get reason(): StopReason | undefined {
    return this.#reason;
  }

  /** Takes no more. */
  close(reason: StopReason): void {
    this.#reason ??= reason;
    this.#options.close(reason === "stopped" ? "stopped" : "budget");
  }

  /** Aborts what is still under way after so long. Of several deadlines the first counts. */
  abortWithin(graceMs: number, giveUpMs: number = this.#giveUpMs): void {
    const { clock } = this.#context;
    this.#giveUpMs = giveUpMs;
    this.#watch();
    if (graceMs === 0) this.#abort();
    if (clock.now() + graceMs >= this.#abortAt) return;
    this.#abortAt = clock.now() + graceMs;
    this.#grace?.[Symbol.dispose]();
    this.#grace = clock.timer(() => this.#abort(), graceMs);
  }

  /**
   * Waits for work of the user's. Once the crawl is aborted and nothing moves any more, it rejects
   * with a {@link GaveUpError}, and the work is left behind.
   */
  bound<T>(what: string, work: Promise<T>): Promise<T> {
    const { clock } = this.#context;
    return new Promise((resolve, reject) => {
      let timer: Disposable | undefined;
      const watch = (): void => {
        timer?.[Symbol.dispose]();
        const ms = this.#giveUpMs;
        const before = this.#options.moves();
        timer = clock.timer(() => {
          if (this.#options.moves() !== before) watch();
          else reject(new GaveUpError(what, ms, this.#context.reason));
        }, ms);
      };
      const hook = this.#context.onAbort(() => {
        this.#watch = watch;
        watch();
      });
      const leave = (): void => {
        this.#watch = () => {};
        timer?.[Symbol.dispose]();
        hook[Symbol.dispose]();
      };
      work.finally(leave).then(resolve, reject);
    });
  }

  /** Nothing is left to abort. */
  end(): void {
    this.#grace?.[Symbol.dispose]();
  }

  #abort(): void {
    this.#options.scope.abort(new ClosedError("The crawl was stopped"));
  }
}
