import type { CrawlValues } from "./crawl-command.ts";
import { UsageError } from "./usage-error.ts";

/** Throws a {@link UsageError} where options of a crawl mean nothing without others, or beside them. */
export function requireTogether(values: CrawlValues): void {
  const { log, logLevel, metricsInterval, metricsJson, seed, state } = values;
  if (logLevel !== undefined && log === undefined) {
    throw new UsageError("Expected --log with --log-level: got none");
  }
  if (metricsInterval !== undefined && metricsJson === undefined) {
    throw new UsageError("Expected --metrics-json with --metrics-interval: got none");
  }
  if (seed === undefined || state === undefined) return;
  throw new UsageError(
    "Expected --seed or --state: got both, but a crawl that was stopped cannot put out what it would have",
  );
}
