import { show } from "../../service/options.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";

/** In which order the requests of a host are taken that have the same priority. */
export type CrawlOrder =
  /** First come, first served. */
  | "breadth-first"
  /** The furthest from a start URL first, of these first come, first served. */
  | "depth-first"
  /** The highest score first, of the same score first come, first served. */
  | "best-first";

/** Tells how good a request is; it is asked once, as the request is admitted. */
export type RequestScore = (request: CrawlRequest) => number;

/** What makes the rank of a request in an order; undefined where only who comes first counts. */
export function rankBy(
  order: CrawlOrder,
  score: RequestScore | undefined,
): RequestScore | undefined {
  requireOrder(order);
  if (order === "best-first") {
    if (typeof score === "function") return (request) => requireScore(score(request));
    throw new TypeError(
      `Expected "score" to be a function, as "order" is "best-first": got ${show(score)}`,
    );
  }
  if (score !== undefined) {
    throw new TypeError(`Expected "order" to be "best-first" with "score": got ${show(order)}`);
  }
  return order === "depth-first" ? ({ depth }) => depth : undefined;
}

const orders: readonly unknown[] = [
  "breadth-first",
  "depth-first",
  "best-first",
] satisfies CrawlOrder[];

function requireOrder(order: unknown): void {
  if (orders.includes(order)) return;
  const known = orders.map(show).join(", ");
  throw new RangeError(`Expected "order" to be one of ${known}: got ${show(order)}`);
}

function requireScore(score: unknown): number {
  if (typeof score === "number" && !Number.isNaN(score)) return score;
  throw new TypeError(`Expected score() to give a number: got ${show(score)}`);
}
