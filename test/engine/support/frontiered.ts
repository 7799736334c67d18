import assert from "node:assert/strict";
import { getEventListeners } from "node:events";

import type { Frontier, Lease } from "../../../src/engine/frontier/frontier.ts";
import type {
  MemoryFrontier,
  MemoryFrontierOptions,
} from "../../../src/engine/frontier/memory-frontier.ts";
import { CrawlRequest } from "../../../src/engine/page/crawl-request.ts";
import { Context } from "../../../src/service/context.ts";
import { type Outcome, settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { type FrontierModel, type ModelOptions, scoreOf } from "./frontier-model.ts";

/** The hosts there are. */
export const HOSTS: readonly string[] = ["a.test", "b.test", "c.test"];

/** A frontier that answers at once, as ours do. */
type QuickFrontier = Omit<Frontier, "add" | "take" | "settle" | "hasSeen"> &
  Pick<MemoryFrontier, "add" | "take" | "settle" | "hasSeen">;

/** Makes a frontier, and one that goes on where the process of the former was killed, if it can. */
export interface FrontierMaker {
  make(options: Omit<MemoryFrontierOptions, "key">, clock: VirtualClock): QuickFrontier;
  reopen?(): QuickFrontier;
}

/** Somebody who waits for something to take. */
interface Wait {
  readonly controller: AbortController;
  outcome: Outcome<void> | undefined;
  /** Whether it was noted that it has resolved. */
  wasHeard: boolean;
}

/** A frontier, and all that is asked of it. */
export class Frontiered {
  readonly clock = new VirtualClock();
  readonly leases = new Map<unknown, Lease>();
  readonly waits: Wait[] = [];
  frontier: QuickFrontier;
  added = 0;
  readonly #maker: FrontierMaker;

  constructor({ order, ...options }: ModelOptions, maker: FrontierMaker) {
    const best = order === "best-first" ? { order, score: scoreOf } : { order };
    this.frontier = maker.make({ ...options, ...best }, this.clock);
    this.#maker = maker;
  }

  /** Drops it with all that hangs on it; another goes on. False where it cannot. */
  reopen(): boolean {
    const reopened = this.#maker.reopen?.();
    if (!reopened) return false;
    this.frontier = reopened;
    this.leases.clear();
    for (const { controller } of this.waits.splice(0)) controller.abort("killed");
    return true;
  }

  get now(): number {
    return this.clock.now();
  }
}

/** Somebody begins to wait. */
export function wait({ clock, frontier, waits }: Frontiered): Wait {
  const wait: Wait = { controller: new AbortController(), outcome: undefined, wasHeard: false };
  const { signal } = wait.controller;
  void settle(frontier.whenReady(new Context({ clock, signal }))).then(
    (outcome) => (wait.outcome = outcome),
  );
  waits.push(wait);
  return wait;
}

/** Throws unless a frontier and its model are of one mind. */
export function agree(model: FrontierModel, { frontier, now, waits }: Frontiered): void {
  const { held: _, ...stats } = frontier.stats(); // a hold that has lapsed counts until it is looked at
  assert.deepEqual(stats, model.stats);
  if (frontier.pending) {
    const ids = [...frontier.pending()].map(({ meta }) => meta);
    assert.deepEqual(new Set(ids), new Set(model.pending));
    assert.equal(ids.length, model.pending.length);
  }
  for (const host of HOSTS) {
    const known = new CrawlRequest(`http://${host}/0`);
    assert.equal(frontier.hasSeen(known), model.has(known));
  }
  const isReady = model.readyAt(now) === now || model.stats.pending + model.stats.leased === 0;
  const isWaiting = waits.some(({ outcome }) => outcome === undefined);
  assert.ok(!(isReady && isWaiting), "who waits was not told");
  for (const wait of waits.filter(({ outcome, wasHeard }) => outcome?.ok === true && !wasHeard)) {
    assert.ok(isReady, "who waits was told too early");
    assert.equal(getEventListeners(wait.controller.signal, "abort").length, 0);
    wait.wasHeard = true;
  }
  const failed = waits.find(({ outcome }) => outcome?.ok === false && outcome.error !== "enough");
  assert.equal(failed, undefined);
}
