import type { Lease } from "../frontier/frontier.ts";
import { itemJson } from "./item-json.ts";
import type { Outbox } from "./outbox.ts";
import { ItemError } from "./sink.ts";

/** Items of one page that are kept in memory, and characters of them. */
const ROOM = 256;
const SIZE = 1_000_000;

/** What a {@link Draft} is made of. */
export interface DraftParts {
  readonly outbox: Outbox;
  readonly onItemError: (error: ItemError) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Gathers the items of a page until it is settled; beyond some, the outbox has them in keeping. */
export class Draft {
  readonly #parts: DraftParts;
  readonly #lease: Lease;
  #items: string[] = [];
  #size = 0;

  constructor(parts: DraftParts, lease: Lease) {
    this.#parts = parts;
    this.#lease = lease;
  }

  /** Takes in an item as it is now; one that JSON cannot hold is left out, and told. It never rejects. */
  async add(item: unknown): Promise<void> {
    const { onFailure, onItemError, outbox } = this.#parts;
    try {
      const text = itemJson(item);
      this.#items.push(text);
      this.#size += text.length;
      if (this.#items.length >= ROOM || this.#size >= SIZE) {
        await outbox.draft(this.#lease, this.take());
      }
    } catch (error) {
      if (error instanceof ItemError) onItemError(error);
      else onFailure(error);
    }
  }

  /** Gives away the items that the outbox does not have. */
  take(): readonly string[] {
    const items = this.#items;
    this.#items = [];
    this.#size = 0;
    return items;
  }
}
