import type { Lease } from "../../../src/engine/frontier/frontier.ts";
import type { Delivery, KeptItem, Outbox } from "../../../src/engine/items/outbox.ts";

/** An outbox of lists, that tells what it was told. */
export class MemoryOutbox implements Outbox {
  readonly isWanted = true;
  readonly drafts: (readonly string[])[] = [];
  readonly deliveries = new Map<string, Delivery>();
  readonly noted: number[] = [];
  readonly #items: KeptItem[] = [];

  get last(): number {
    return this.#items.length;
  }

  /** Keeps more items. */
  keep(...items: readonly string[]): void {
    for (const item of items) this.#items.push({ id: this.last + 1, item });
  }

  draft(_: Lease, items: readonly string[]): void {
    this.drafts.push(items);
  }

  after(id: number, max: number): readonly KeptItem[] {
    return this.#items.slice(id, id + max);
  }

  delivery(name: string): Delivery {
    return this.deliveries.get(name) ?? { id: 0, position: undefined };
  }

  deliver(name: string, delivery: Delivery): void {
    this.noted.push(delivery.id);
    this.deliveries.set(name, delivery);
  }
}
