import { Caller, type CallerParts } from "./caller.ts";
import type { Lease } from "./frontier/frontier.ts";
import type { Turns, TurnsParts } from "./turns.ts";

/** Takes a request whenever a worker is free, and does with each outcome what it asks for as it comes. */
export class FreeTurns<Item> implements Turns {
  readonly #parts: TurnsParts<Item>;
  readonly #caller: Caller<Item>;

  constructor(parts: TurnsParts<Item> & CallerParts<Item>) {
    this.#parts = parts;
    this.#caller = new Caller(parts);
  }

  get calls(): number {
    return this.#caller.calls;
  }

  async turn(): Promise<boolean> {
    const { budget, context, frontier, gate, isClosed, work, workers } = this.#parts;
    const pagesLeft = budget.pagesLeft - this.#caller.undecided;
    const free = Math.min(workers.count - work.working, pagesLeft);
    if (isClosed()) return false;
    if (free <= 0) {
      this.#prefetch();
      await work.changed.wait();
      return true;
    }
    // Also where it answers at once: what this very turn brings back is to be known before room is made.
    const leases = await frontier.take(free, context.clock.now());
    for (const lease of leases) void (isClosed() ? work.giveBack(lease) : this.#serve(lease));
    gate.makeRoom(leases.length);
    this.#prefetch();
    if (leases.length > 0 || !gate.isCrowded) return leases.length > 0;
    return gate.overdraw(free, work.working > 0 ? "some" : "all");
  }

  #serve(lease: Lease): Promise<void> {
    const { work } = this.#parts;
    const notBefore = this.#caller.notBefore(lease);
    if (notBefore !== undefined) return work.giveBack(lease, notBefore);
    let isCalled = false;
    const served = work.serve(lease, () => {
      isCalled = true;
      return this.#caller.call(lease);
    });
    if (!isCalled) this.#caller.pass(lease);
    return served;
  }

  /** Has the addresses looked up of as many hosts as there are workers. */
  #prefetch(): void {
    const { frontier, prefetch, workers } = this.#parts;
    if (prefetch && frontier.upcoming) prefetch(frontier.upcoming(workers.most));
  }
}
