import type { CallerParts } from "../caller.ts";
import type { Turns, TurnsParts } from "../turns.ts";
import { SteadyCaller } from "./steady-caller.ts";

/** What a {@link Lockstep} is made of. */
export interface LockstepParts<Item> extends TurnsParts<Item>, CallerParts<Item> {
  readonly seed: number;
  /** Whether start URLs are on their way into the frontier. */
  readonly isFeeding: () => boolean;
}

/** Has what waits for its turn begin. */
type Begin = () => void;

const nothing: Begin = () => {};

/**
 * Takes requests one at a time, each after the outcome of the one `concurrency` before it was dealt with.
 *
 * Outcomes are dealt with in the order in which their requests were taken. So which is taken next
 * depends on what came, and never on when it came. A turn that finds nothing to take passes. Where the machine
 * runs short of something it rests now and then, and takes no fewer at once.
 */
export class Lockstep<Item> implements Turns {
  readonly #parts: LockstepParts<Item>;
  readonly #caller: SteadyCaller<Item>;
  /** What was taken in the last turns, the oldest first; undefined for a turn that passed. */
  #window: (Begin | undefined)[] = [];

  constructor(parts: LockstepParts<Item>) {
    this.#parts = parts;
    this.#caller = new SteadyCaller(parts, parts.seed);
  }

  get calls(): number {
    return this.#caller.calls;
  }

  async turn(): Promise<boolean> {
    const { isClosed, work, workers } = this.#parts;
    while (workers.count === 0 && !isClosed()) await work.changed.wait();
    await this.#quiet();
    while (this.#window.length < workers.most) this.#window.push(await this.#take());
    if (this.#window.every((begin) => begin === undefined)) {
      this.#window = [];
      return false;
    }
    this.#window.shift()?.();
    return true;
  }

  async #take(): Promise<Begin | undefined> {
    const { budget, context, frontier, gate, isClosed, work } = this.#parts;
    if (isClosed() || budget.pagesLeft <= this.#caller.undecided) return undefined;
    const [lease] = await frontier.take(1, context.clock.now());
    if (!lease) return undefined;
    if (isClosed()) {
      await work.giveBack(lease);
      return undefined;
    }
    let begin = nothing; // waits for the turn of one that is not called
    void work.serve(lease, () => {
      work.working--; // until its turn
      const turn = new Promise<void>((resolve) => {
        begin = () => {
          work.working++;
          resolve();
        };
      });
      return this.#caller.call(lease, turn);
    });
    gate.makeRoom(1);
    await this.#quiet();
    return begin;
  }

  /** Resolves when all outcomes whose turn has come are dealt with, as far as there is room. */
  async #quiet(): Promise<void> {
    const { isFeeding, work } = this.#parts;
    await Promise.resolve(); // whoever was given room goes on by now
    while (work.working > 0 || isFeeding()) await work.changed.wait();
  }
}
