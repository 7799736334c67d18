import type { Context } from "../../service/context.ts";
import { onStart } from "../../service/start-listener.ts";
import type { CacheEntry } from "./cache-store.ts";
import type { Cacheable } from "./cacheable.ts";
import { variantId } from "./variant-lru.ts";

let asked = 0;

/** A request of a cache to the server, from when it is sent until its answer is kept or not. */
export class Errand {
  readonly asked: Cacheable;
  readonly context: Context;
  readonly #onOvertaken: () => void;
  /** Ids of what younger answers have brought of its URL. */
  readonly #brought = new Set<string>();
  #isOvertaken = false;
  #askedAt = 0;
  #order = 0;

  constructor(asked: Cacheable, context: Context, onOvertaken: () => void) {
    this.asked = asked;
    this.#onOvertaken = onOvertaken;
    this.#begin(context);
    this.context = onStart(context, () => this.#begin(context));
  }

  /** When the server was asked, in Unix milliseconds: waits for its turn at a limit are no age. */
  get askedAt(): number {
    return this.#askedAt;
  }

  /** Whether what its answer says of this may be out of date. */
  isLate(key: string, entry: CacheEntry): boolean {
    return this.#isOvertaken || this.#brought.has(variantId(key, entry));
  }

  /** Whether the server was asked before another was. */
  isOlderThan(other: Errand): boolean {
    return this.#order < other.#order;
  }

  /** A change of its URL has succeeded since. */
  overtake(): void {
    if (this.#isOvertaken) return;
    this.#isOvertaken = true;
    this.#onOvertaken();
  }

  /** A younger answer of its URL is kept. */
  outrun(id: string): void {
    this.#brought.add(id);
  }

  #begin({ clock }: Context): void {
    this.#askedAt = clock.wallMs();
    this.#order = ++asked;
  }
}
