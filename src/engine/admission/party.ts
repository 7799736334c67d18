import type { Batch } from "./batch.ts";
import type { Origin } from "./door.ts";

/** Requests of one page that wait in line for room in the frontier. */
export class Party {
  /** Where it stands: the lowest place comes first. */
  readonly place: number;
  readonly origin: Origin;
  /** The batches that its next requests may join, by host. */
  #open: Map<string, Batch> | undefined;
  #size = 0;
  #whenEmpty: (() => void) | undefined;

  constructor(place: number, origin: Origin = "link") {
    this.place = place;
    this.origin = origin;
  }

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** The batch that the next request to a host may join. */
  batch(host: string): Batch | undefined {
    return this.#open?.get(host);
  }

  begin(host: string, batch: Batch): void {
    this.#open ??= new Map();
    this.#open.set(host, batch);
  }

  /** No more are to come for now: those that are here need little memory. */
  rest(): void {
    for (const batch of this.#open?.values() ?? []) batch.pack();
    this.#open = undefined;
  }

  join(): void {
    this.#size++;
  }

  leave(): void {
    if (--this.#size === 0) this.#whenEmpty?.();
  }

  /** Calls when none waits, unless it is so already. */
  whenEmpty(call: () => void): void {
    this.#whenEmpty = call;
  }
}
