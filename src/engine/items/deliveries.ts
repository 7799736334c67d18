import type { Context } from "../../service/context.ts";
import { show } from "../../service/options.ts";
import type { Frontier, Lease } from "../frontier/frontier.ts";
import { Signal } from "../signal.ts";
import { Courier } from "./courier.ts";
import { Draft } from "./draft.ts";
import type { Outbox } from "./outbox.ts";
import { isResumable, type ItemError, type ResumableSink, type Sink } from "./sink.ts";

/** Items that may wait in the outbox for the slowest sink; then parses wait. */
const ROOM = 10_000;

/** What {@link Deliveries} are made of. */
export interface DeliveriesParts<Item> {
  readonly context: Context;
  /** Where it has no outbox, all sinks are fed at once. */
  readonly frontier: Pick<Frontier, "outbox">;
  readonly sinks: readonly Sink<Item>[];
  /** How long to bring what is left once the crawl was aborted. */
  readonly giveUpMs: number;
  readonly onItemError: (error: ItemError) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The way of items through the outbox of a durable frontier, to the sinks that go on where they stood. */
export class Deliveries<Item> {
  /** All sinks, a courier in place of each that goes on where it stood. */
  readonly sinks: readonly Sink<Item>[];
  readonly #parts: DeliveriesParts<Item>;
  readonly #couriers: readonly Courier<Item>[];
  readonly #room = new Signal();
  #giveUpMs: number;
  #overAt = Infinity;
  #moves = 0;

  constructor(parts: DeliveriesParts<Item>) {
    const { context, frontier, giveUpMs, sinks } = parts;
    const { outbox } = frontier;
    this.#parts = parts;
    this.#giveUpMs = giveUpMs;
    this.sinks = outbox ? sinks.map((sink) => this.#fed(sink, outbox)) : sinks;
    this.#couriers = this.sinks.filter((sink) => sink instanceof Courier);
    if (!outbox) return;
    requireDifferent(sinks.filter(isResumable));
    context.onAbort(() => this.#countDown());
  }

  /** Grows with each thing that a sink has done. */
  get moves(): number {
    return this.#moves;
  }

  /** Where the items of a page are gathered; undefined where nobody wants them. */
  draft(lease: Lease): Draft | undefined {
    const { outbox } = this.#parts.frontier;
    return outbox?.isWanted === true ? new Draft({ ...this.#parts, outbox }, lease) : undefined;
  }

  /** Undefined where there is room for more items, else resolves when there is. */
  room(): Promise<void> | undefined {
    return this.#isFull() ? this.#whenRoom() : undefined;
  }

  /** Tells that items were kept. */
  came(): void {
    for (const courier of this.#couriers) courier.came();
  }

  /** How long to bring what is left, in place of what was said before: from the abort on, or from now. */
  giveUpWithin(giveUpMs: number): void {
    this.#giveUpMs = giveUpMs;
    if (this.#overAt !== Infinity) this.#countDown();
  }

  /** Brings no more items. */
  leave(): void {
    for (const courier of this.#couriers) courier.leave();
  }

  #countDown(): void {
    this.#overAt = this.#parts.context.clock.now() + this.#giveUpMs;
  }

  #fed(sink: Sink<Item>, outbox: Outbox): Sink<Item> {
    if (!isResumable(sink)) return sink;
    const isOver = (): boolean => this.#parts.context.clock.now() >= this.#overAt;
    const onMove = (): void => {
      this.#moves++;
      if (!this.#isFull()) this.#room.wake();
    };
    return new Courier({ ...this.#parts, outbox, sink, isOver, onMove });
  }

  #isFull(): boolean {
    const { outbox } = this.#parts.frontier;
    if (!outbox) return false;
    return this.#couriers.some(({ written }) => outbox.last - written > ROOM);
  }

  async #whenRoom(): Promise<void> {
    while (this.#isFull()) await this.#room.wait();
  }
}

function requireDifferent(sinks: readonly ResumableSink<never>[]): void {
  const names = sinks.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return;
  throw new RangeError(`Expected "sinks" of different names: got ${show(twice)} twice`);
}
