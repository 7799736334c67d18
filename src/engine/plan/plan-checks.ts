import { requireFunction, show } from "../../service/options.ts";
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
export function requireKnown(options: object): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`Expected the options of crawl(): got ${show(options)}`);
  }
  const stranger = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (stranger === undefined) return;
  const names = Object.keys(known).join(", ");
  throw new TypeError(`Expected options of crawl(), ${names}: got ${show(stranger)}`);
}

/** Throws a `TypeError` unless a part of the user's own has these methods. */
export function requireMethods<Part extends object>(
  option: string,
  part: Part,
  methods: readonly (keyof Part & string)[],
): void {
  if (typeof part !== "object" || part === null) {
    throw new TypeError(`Expected "${option}" to be an object: got ${show(part)}`);
  }
  for (const method of methods) requireFunction(`${option}.${method}`, part[method]);
}

/** Throws a `TypeError` where an option is given that a frontier of the user's own would not hear of. */
export function requireUnheard(options: Readonly<Record<string, unknown>>): void {
  const [name] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw new TypeError(
    `Expected "${name}" with the frontier of crawl(): got a frontier that does not hear of it`,
  );
}
