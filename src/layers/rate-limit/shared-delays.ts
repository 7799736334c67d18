import type { LRUCache } from "lru-cache";

import { growingLru } from "../growing-lru.ts";

interface Asked {
  readonly key: string;
  readonly delayMs: number;
}

/** The delays that several ask for who share a key: the greatest is to be kept. */
export class SharedDelays {
  readonly #byKey = new Map<string, Map<string, number>>();
  readonly #asked: LRUCache<string, Asked>;

  /** Of more than `max` who ask for a delay, those who asked longest ago are forgotten. */
  constructor(max: number) {
    this.#asked = growingLru<Asked>(max, ({ key }, who) => this.#drop(key, who));
  }

  /**
   * The delay to keep for a key, now that one of those who share it asks for this one, be it 0;
   * undefined where nobody asks for any, or did.
   */
  greatest(key: string, who: string, delayMs: number): number | undefined {
    const didAsk = this.#asked.delete(who);
    if (delayMs > 0) {
      this.#asked.set(who, { key, delayMs });
      this.#byKey.set(key, (this.#byKey.get(key) ?? new Map<string, number>()).set(who, delayMs));
    }
    const delays = this.#byKey.get(key);
    return delays || didAsk ? Math.max(0, ...(delays?.values() ?? [])) : undefined;
  }

  #drop(key: string, who: string): void {
    const delays = this.#byKey.get(key);
    delays?.delete(who);
    if (delays?.size === 0) this.#byKey.delete(key);
  }
}
