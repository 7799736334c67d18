import { requireOptions } from "../../service/options.ts";
import type { CrawlOptions } from "./crawl-options.ts";

const known: Readonly<Record<keyof CrawlOptions<unknown>, true>> = {
  start: true,
  parse: true,
  service: true,
  concurrency: true,
  perHost: true,
  maxPages: true,
  maxDepth: true,
  maxPending: true,
  overflow: true,
  maxSeen: true,
  scope: true,
  include: true,
  exclude: true,
  trapGuard: true,
  key: true,
  frontier: true,
  sinks: true,
  retries: true,
  signal: true,
};

/** Throws a `TypeError` where an option of a crawl does not exist. */
export function requireKnown<Item>(options: CrawlOptions<Item>): void {
  requireOptions("crawl()", options, known);
}

/** Throws a `TypeError` where an option is given that a frontier of the user's own would not hear of. */
export function requireUnheard(options: Readonly<Record<string, unknown>>): void {
  const [name] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw new TypeError(
    `Expected "${name}" with the frontier of crawl(): got a frontier that does not hear of it`,
  );
}
