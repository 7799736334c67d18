import type { TurnQueue } from "./turn-queue.ts";

/** One {@link TurnQueue} a key, made when the key comes, for a bounded number of keys. */
export class TurnQueues<Req, Res> {
  readonly #make: (key: string) => TurnQueue<Req, Res>;
  readonly #maxKeys: number;
  readonly #queues = new Map<string, TurnQueue<Req, Res>>();
  #uses = 0;
  #forgetAt: number;

  constructor(make: (key: string) => TurnQueue<Req, Res>, maxKeys: number) {
    this.#make = make;
    this.#maxKeys = maxKeys;
    this.#forgetAt = maxKeys;
  }

  /** How many keys it remembers. */
  get size(): number {
    return this.#queues.size;
  }

  of(key: string, now: number): TurnQueue<Req, Res> {
    const queue = this.#queues.get(key) ?? this.#add(key, now);
    queue.lastUse = this.#uses++;
    return queue;
  }

  #add(key: string, now: number): TurnQueue<Req, Res> {
    if (this.#queues.size >= this.#forgetAt) this.#forget(now);
    const queue = this.#make(key);
    this.#queues.set(key, queue);
    return queue;
  }

  /** Makes room: for one, or for a sixteenth of many, as it takes a look at all of them. */
  #forget(now: number): void {
    for (const [key, queue] of this.#queues) {
      if (queue.isAtRest(now)) this.#queues.delete(key);
    }
    const kept = this.#maxKeys - 1 - Math.floor(this.#maxKeys / 16);
    const surplus = Math.max(0, this.#queues.size - kept);
    const idle = [...this.#queues].filter(([, queue]) => queue.isIdle);
    const byAge = idle.toSorted(([, a], [, b]) => a.lastUse - b.lastUse);
    for (const [key] of byAge.slice(0, surplus)) this.#queues.delete(key);
    this.#forgetAt = Math.max(this.#maxKeys, Math.ceil(this.#queues.size * (17 / 16)));
  }
}
