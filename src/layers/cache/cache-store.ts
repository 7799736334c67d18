/** One stored response: a variant of what a key stands for. Immutable. */
export interface CacheEntry {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes exactly as they came, content coding undone. Shared: never write to them. */
  readonly body: Uint8Array;
  /** What sets the variant apart: names in lower case, such as the request headers of `Vary`, with their values. */
  readonly vary: Readonly<Record<string, string>>;
  /** When it was asked for, in Unix milliseconds: from then on it ages. */
  readonly storedAt: number;
  /**
   * Until when it is fresh. What is not fresh any more still saves a body, as the server may confirm it,
   * and stands in where there is no server: a store is not to drop it for that.
   */
  readonly expiresAt: number;
}

/**
 * Keeps responses. Knows no policy: the layer above decides what is stored and what is served.
 * Users write their own.
 *
 * Of one key it is asked to put or delete one thing at a time, by all stacks that share it.
 * It may forget an entry at any time, and never gives back one that differs from what was stored.
 */
export interface CacheStore {
  /** All variants of a key, the youngest first. What is missing or unreadable is no error. */
  get(key: string): Promise<readonly CacheEntry[]>;
  /** Stores a variant in place of the one with the same `vary`. */
  put(key: string, entry: CacheEntry): Promise<void>;
  /** Removes all variants of a key. */
  delete(key: string): Promise<void>;
}
