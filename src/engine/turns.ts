import type { LeaseParts, LeaseWork } from "./lease-work.ts";
import type { Budget } from "./life/budget.ts";
import type { Workers } from "./monitor/workers.ts";
import type { CrawlRequest } from "./page/crawl-request.ts";

/** How requests are taken and served. */
export interface Turns {
  /** Calls under way. */
  readonly calls: number;
  /** Takes what can be taken now, or waits for a worker. False where there was nothing to take. */
  turn(): Promise<boolean>;
}

/** What {@link Turns} are made of. */
export interface TurnsParts<Item> extends LeaseParts<Item> {
  readonly work: LeaseWork<Item>;
  readonly workers: Workers;
  readonly budget: Budget;
  /** What is told of requests that are soon to be taken. */
  readonly prefetch: ((requests: Iterable<CrawlRequest>) => void) | undefined;
  /** Whether no more is taken. */
  readonly isClosed: () => boolean;
}
