import type { Clock } from "../../service/clock.ts";
import type { PaceLimits } from "./domain-pace.ts";
import { DomainQueue } from "./domain-queue.ts";

/** How many domains are remembered before some are forgotten. */
const MANY = 10_000;

/** One {@link DomainQueue} a domain, made when the domain comes, for a bounded number of domains. */
export class DomainQueues {
  readonly #limits: PaceLimits;
  readonly #queues = new Map<string, DomainQueue>();
  #uses = 0;
  #sweepAt = MANY;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#queues.size;
  }

  of(domain: string): DomainQueue {
    const queue = this.#queues.get(domain) ?? this.#add(domain);
    queue.lastUse = this.#uses++;
    return queue;
  }

  /**
   * Makes room where there are many: those at rest go, then of more than {@link MANY} those not used
   * for longest, but none for which somebody waits or would have to.
   */
  sweep(clock: Clock): void {
    if (this.#queues.size < this.#sweepAt) return;
    const now = clock.now();
    this.#forget((queue) => queue.isAtRest(now));
    if (this.#queues.size > MANY) {
      const uses = Array.from(this.#queues.values(), ({ lastUse }) => lastUse);
      const [oldestKept = 0] = uses.toSorted((a, b) => a - b).slice(-MANY);
      this.#forget((queue) => queue.lastUse < oldestKept && queue.isIdle(now));
    }
    this.#sweepAt = Math.max(MANY, 2 * this.#queues.size);
  }

  #add(domain: string): DomainQueue {
    const queue = new DomainQueue(domain, this.#limits);
    this.#queues.set(domain, queue);
    return queue;
  }

  #forget(isForgettable: (queue: DomainQueue) => boolean): void {
    for (const [domain, queue] of this.#queues) {
      if (isForgettable(queue)) this.#queues.delete(domain);
    }
  }
}
