import { type CrawlRequest, request } from "../../src/engine/page/crawl-request.ts";

/** A queue that is measured. */
export interface BenchQueue {
  /** Puts in these. */
  add(requests: readonly CrawlRequest[]): unknown;
  /** Takes out up to so many and settles them. Gives how many, or a promise of it. */
  take(max: number): number | Promise<number>;
}

/** A way to hold what is to be fetched. */
export interface Subject {
  readonly name: string;
  /** Beyond so many items it takes too long. */
  readonly most: number;
  readonly open: () => BenchQueue | Promise<BenchQueue>;
}

/** Requests of a hundred hosts and a few priorities. */
export function requestsOf(count: number): readonly CrawlRequest[] {
  return Array.from({ length: count }, (_, n) =>
    request(`http://host${n % 100}.test/pages/${n}`, { priority: (n * 7919) % 4 }),
  );
}
