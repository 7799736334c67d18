import type { CrawlRequest } from "../page/crawl-request.ts";

/** A request that waits. */
export interface Waiting {
  readonly request: CrawlRequest;
  /** When it was admitted, counted in admissions. */
  readonly place: number;
  /** What the order of the crawl makes of it: the higher comes first. */
  readonly rank: number;
}

/** Makes the line of a host and a priority. */
export type LineOf = (host: string, priority: number) => Line;

/** Requests of one host and priority, in an order. */
export interface Line extends Iterable<Waiting> {
  readonly size: number;
  push(waiting: Waiting): void;
  /** Takes back what came out of it. */
  putBack(waiting: Waiting): void;
  /** The first, which stays. */
  peek(): Waiting | undefined;
  /** Takes out the first, or the next in turn, lest one wait for ever. */
  shift(inTurn: boolean): Waiting | undefined;
}
