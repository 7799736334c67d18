import { requireOptions } from "../../service/options.ts";
import type { Spider } from "./crawl-options.ts";

const known: Readonly<Record<keyof Spider<unknown>, true>> = {
  start: true,
  parse: true,
  handlers: true,
  open: true,
  close: true,
  service: true,
  concurrency: true,
  perHost: true,
  maxPages: true,
  maxTimeMs: true,
  maxBytes: true,
  maxErrors: true,
  limits: true,
  failFast: true,
  maxDepth: true,
  maxPending: true,
  overflow: true,
  maxSeen: true,
  forgetFailed: true,
  scope: true,
  sitemap: true,
  robots: true,
  include: true,
  exclude: true,
  trapGuard: true,
  maxPagesPerHost: true,
  maxPagesPerPattern: true,
  maxHostFailures: true,
  filter: true,
  accept: true,
  contentSeen: true,
  onResponse: true,
  key: true,
  fingerprint: true,
  order: true,
  score: true,
  frontier: true,
  sinks: true,
  retries: true,
  deterministic: true,
  seed: true,
  signal: true,
  telemetry: true,
  graceMs: true,
  giveUpMs: true,
  statsEvery: true,
};

/** Throws a `TypeError` where an option of a crawl does not exist. Instances of a class may have more. */
export function requireKnown<Item, To extends string>(options: Spider<Item, To>): void {
  if (!isInstance(options)) requireOptions("crawl()", options, known);
}

function isInstance(options: unknown): boolean {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return false;
  const prototype: unknown = Object.getPrototypeOf(options);
  return prototype !== Object.prototype && prototype !== null;
}

/** Throws a `TypeError` where an option is given that a frontier of the user's own would not hear of. */
export function requireUnheard(options: Readonly<Record<string, unknown>>): void {
  const [name] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw new TypeError(
    `Expected "${name}" where the frontier is made, such as new MemoryFrontier({ ${name} }): got it beside a frontier of its own, which does not hear of it`,
  );
}
