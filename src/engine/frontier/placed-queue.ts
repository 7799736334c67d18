import type { CrawlRequest } from "../page/crawl-request.ts";
import { DueHeap } from "./due-heap.ts";
import { Fifo } from "./fifo.ts";
import type { Line, Waiting } from "./waiting.ts";

/**
 * First in, first out, whatever the ranks; what is put back stands in its old place.
 *
 * Requests and places are kept apart, without an object for each: of a million that wait these would
 * cost more than all else.
 */
export class PlacedQueue implements Line {
  readonly #requests = new Fifo<CrawlRequest>();
  readonly #places = new Fifo<number>();
  /** By place. All were taken from the line, so they stand before the rest of it. */
  #returned: DueHeap<Waiting> | undefined;

  get size(): number {
    return this.#places.size + (this.#returned?.size ?? 0);
  }

  push({ request, place }: Waiting): void {
    this.#requests.push(request);
    this.#places.push(place);
  }

  putBack(waiting: Waiting): void {
    this.#returned ??= new DueHeap();
    this.#returned.push(waiting.place, waiting);
  }

  peek(): Waiting | undefined {
    return this.#returned?.peek() ?? waitingOf(this.#requests.peek(), this.#places.peek());
  }

  shift(): Waiting | undefined {
    const returned = this.#returned?.popDue(Infinity);
    return returned ?? waitingOf(this.#requests.shift(), this.#places.shift());
  }

  *[Symbol.iterator](): Generator<Waiting, void> {
    yield* this.#returned ?? [];
    const places = this.#places[Symbol.iterator]();
    for (const request of this.#requests) {
      const waiting = waitingOf(request, places.next().value ?? undefined);
      if (waiting) yield waiting;
    }
  }
}

function waitingOf(
  request: CrawlRequest | undefined,
  place: number | undefined,
): Waiting | undefined {
  return request && place !== undefined ? { request, place, rank: 0 } : undefined;
}
