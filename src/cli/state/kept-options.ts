import type { Option } from "commander";

import type { CrawlValues } from "../crawl-command.ts";
import { crawlFlags } from "../crawl-flags.ts";
import { sharedOptions } from "../shared-options.ts";

/** What becomes of an option of a crawl when it goes on in another process. */
export type Keeping =
  /** It is kept, and must not change: what was fetched and left out before depends on it. */
  | "fixed"
  /** It is kept, and may change. */
  | "free"
  /** It holds secrets: what must be given anew is kept, but not the value. */
  | "secret"
  /** It is for one run, and not kept. */
  | "run";

/** All options of `pagoda crawl`. */
export const keptOptions: Readonly<Record<keyof CrawlValues, Keeping>> = {
  sitemap: "fixed",
  scope: "fixed",
  include: "fixed",
  exclude: "fixed",
  depth: "fixed",
  order: "fixed",
  robots: "fixed",
  maxPagesPerHost: "fixed",
  maxPagesPerPattern: "fixed",
  out: "free",
  format: "free",
  concurrency: "free",
  perHost: "free",
  delay: "free",
  limitBy: "free",
  autoThrottle: "free",
  circuitBreaker: "free",
  cookies: "free",
  http2: "free",
  retry: "free",
  ssrfGuard: "free",
  tracing: "free",
  trapGuard: "fixed",
  wafDetect: "free",
  timeout: "free",
  maxBytes: "free",
  retries: "free",
  maxHostFailures: "free",
  userAgent: "free",
  resolve: "free",
  cache: "free",
  cacheMode: "free",
  header: "secret",
  proxy: "secret",
  maxPages: "run",
  maxTime: "run",
  maxTotalBytes: "run",
  maxErrors: "run",
  maxMemory: "run",
  maxCpu: "run",
  minFreeDisk: "run",
  failFast: "run",
  offline: "run",
  reload: "run",
  metricsJson: "run",
  otlp: "run",
  metricsInterval: "run",
  log: "run",
  logLevel: "run",
  quiet: "run",
  verbose: "run",
  state: "run",
  config: "run",
  seed: "run",
};

/** The options that are kept in one way. */
export function optionsKept(keeping: Keeping): readonly (keyof CrawlValues)[] {
  return names.filter((name) => keptOptions[name] === keeping);
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the type above says
const names = Object.keys(keptOptions) as (keyof CrawlValues)[];

/** An option as it is typed: `maxPages` is `--max-pages`. */
export function flagOf(name: keyof CrawlValues): string {
  return optionOf(name)?.long ?? `--${name}`;
}

/** Whether an option is of the kind that turns something off. */
export function isNegative(name: keyof CrawlValues): boolean {
  return optionOf(name)?.negate === true;
}

function optionOf(name: keyof CrawlValues): Option | undefined {
  return [...crawlFlags(), ...sharedOptions()].find((option) => option.attributeName() === name);
}
