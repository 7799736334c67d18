import type { Awaitable, Lease } from "../frontier/frontier.ts";
import type { Json } from "../page/json.ts";

/** An item of a page that was settled. */
export interface KeptItem {
  /** Grows from item to item, in the order in which their pages were settled. */
  readonly id: number;
  /** As JSON. */
  readonly item: string;
}

/** How far a sink has come. */
export interface Delivery {
  /** The last item that it has; 0: none. */
  readonly id: number;
  /** Where its output ends with that item, as its `sync()` told; undefined: it has not begun. */
  readonly position: Json | undefined;
}

/**
 * Keeps the items of pages until the sinks have them that can go on where they stood.
 *
 * What a page put out is kept in one step with its settlement as done, or not at all: items come by
 * `settle(lease, { done: true, items })`, and those of a page that puts out many, before, by `draft`.
 */
export interface Outbox {
  /** Whether there is anybody, or will be, for whom items are to be kept. Where not, none need come. */
  readonly isWanted: boolean;
  /** The last item that was kept; 0: there was none. */
  readonly last: number;
  /** Takes some items of a page, as JSON. They are dropped if it is settled otherwise than as done. */
  draft(lease: Lease, items: readonly string[]): Awaitable<void>;
  /** Items after one, the next first, at most so many; fewer where they are large, but one if there is one. */
  after(id: number, max: number): Awaitable<readonly KeptItem[]>;
  /** How far the sink of this name has come. What one has that is new, it decides. */
  delivery(name: string): Awaitable<Delivery>;
  /** Notes how far a sink has come. What all have had may be forgotten. */
  deliver(name: string, delivery: Delivery): Awaitable<void>;
}
