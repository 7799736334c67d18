import { getEventListeners } from "node:events";

import type { Frontier } from "../../engine/frontier/frontier.ts";
import { Context } from "../../service/context.ts";
import { show } from "../../service/options.ts";
import { type Outcome, settle } from "../../service/outcome.ts";
import { BrokenRule, requireRule } from "../contract/broken-rule.ts";
import type { VirtualClock } from "../virtual-clock.ts";

/** Somebody who waits until a frontier is ready. */
interface Wait {
  readonly controller: AbortController;
  outcome: Outcome<void> | undefined;
}

/** Turns of the event loop that a frontier may take to tell, as it may have to ask elsewhere. */
const PATIENCE = 2_000;

/** Those who wait until a frontier is ready. */
export class FrontierWaits {
  readonly #frontier: Frontier;
  readonly #clock: VirtualClock;
  #open: Wait[] = [];

  constructor(frontier: Frontier, clock: VirtualClock) {
    this.#frontier = frontier;
    this.#clock = clock;
  }

  begin(): void {
    const wait: Wait = { controller: new AbortController(), outcome: undefined };
    const context = new Context({ clock: this.#clock, signal: wait.controller.signal });
    void settle(this.#ask(context)).then((outcome) => (wait.outcome = outcome));
    this.#open.push(wait);
  }

  /** Aborts one that waits, which must end at once. */
  async abort(which: number): Promise<void> {
    const [wait] = this.#open.splice(which % Math.max(1, this.#open.length), 1);
    if (!wait) return;
    const reason = new Error("enough");
    wait.controller.abort(reason);
    await this.#hear([wait]);
    requireRule(
      wait.outcome !== undefined && !wait.outcome.ok && wait.outcome.error === reason,
      "whenReady rejects with the reason of an abort, at once",
      () => `It ${told(wait.outcome)}`,
    );
    this.#requireGone(wait);
  }

  /** All must have been told if the frontier is ready, and none if it is not. */
  async require(isReady: boolean): Promise<void> {
    if (this.#open.length === 0) return;
    await (isReady ? this.#hear(this.#open) : this.#clock.settle());
    const wrong = this.#open.find(({ outcome }) => (outcome?.ok ?? false) !== isReady);
    const when = isReady ? "when it was ready" : "when it was not ready";
    requireRule(
      wrong === undefined,
      "whenReady resolves when there is something to take, or when nothing waits and nothing is leased",
      () => `It ${told(wrong?.outcome)} ${when}`,
    );
    for (const wait of isReady ? this.#open.splice(0) : []) this.#requireGone(wait);
  }

  #requireGone({ controller }: Wait): void {
    const left = getEventListeners(controller.signal, "abort").length;
    requireRule(left === 0, NOTHING_LEFT, () => `${left} hooks on an ended wait are left`);
  }

  #ask(context: Context): Promise<void> {
    try {
      const ready = this.#frontier.whenReady(context);
      if (typeof ready?.then === "function") return ready;
      throw new Error(`whenReady gave ${show(ready)}, not a promise`);
    } catch (error) {
      throw new BrokenRule("nothing that is asked is an error", `whenReady threw ${String(error)}`);
    }
  }

  async #hear(waits: readonly Wait[]): Promise<void> {
    for (let n = 0; n < PATIENCE && waits.some(({ outcome }) => !outcome); n++) {
      await this.#clock.settle();
    }
  }
}

/** The rule that a wait which has ended leaves nothing behind. */
export const NOTHING_LEFT = "no timer and no abort hook is left";

function told(outcome: Outcome<void> | undefined): string {
  if (!outcome) return "had not resolved";
  return outcome.ok ? "resolved" : `rejected with ${String(outcome.error)}`;
}
