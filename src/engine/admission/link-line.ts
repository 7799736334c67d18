import { domainKey } from "../../http/url/domain-key.ts";
import { DueHeap } from "../frontier/due-heap.ts";
import { Roster, Seat } from "../frontier/roster.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import { Batch } from "./batch.ts";
import type { Party } from "./party.ts";

/** What waits for one host. */
interface HostLine {
  readonly host: string;
  readonly batches: DueHeap<Batch>;
}

/**
 * Requests that wait for room in the frontier: the first of the lowest place comes first.
 *
 * One can also ask for the first of each host in turn.
 */
export class LinkLine {
  readonly #seats = new Map<string, Seat<HostLine>>();
  readonly #roster = new Roster<HostLine>();
  #batches = 0;
  /** What the latest request was like, as most are. */
  #like: CrawlRequest | undefined;

  /** How many hosts have something in line. */
  get hosts(): number {
    return this.#roster.size;
  }

  /** The batch whose first request is first. */
  get first(): Batch | undefined {
    return this.#roster.first?.value.batches.peek();
  }

  /** That of the host whose turn it is. */
  inTurn(): Batch | undefined {
    return this.#roster.inTurn()?.value.batches.peek();
  }

  push(request: CrawlRequest, party: Party): void {
    const host = domainKey(request.url);
    let batch = party.batch(host);
    if (!batch || batch.size === 0 || !batch.isLike(request)) {
      batch = this.#begin(host, request, party);
    }
    batch.push(request.url);
    party.join();
  }

  /** Takes out the first request of a batch that is the first of its host. */
  drop(batch: Batch, { url }: CrawlRequest): void {
    const seat = this.#seats.get(domainKey(url));
    batch.drop();
    if (!seat || batch.size > 0) return;
    seat.value.batches.popDue(Infinity);
    this.#place(seat);
  }

  #begin(host: string, request: CrawlRequest, party: Party): Batch {
    if (!this.#like || !request.isLike(this.#like)) this.#like = request;
    const batch = new Batch(party, this.#batches++, this.#like);
    const seat = this.#seats.get(host) ?? new Seat({ host, batches: new DueHeap<Batch>() });
    this.#seats.set(host, seat);
    party.begin(host, batch);
    seat.value.batches.push(party.place, batch);
    this.#place(seat);
    return batch;
  }

  #place(seat: Seat<HostLine>): void {
    const { batches, host } = seat.value;
    const first = batches.peek();
    if (first) this.#roster.put(seat, first.party.place, first.number);
    else {
      this.#roster.remove(seat);
      this.#seats.delete(host);
    }
  }
}
