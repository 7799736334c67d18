import type { CrawlRun } from "../../engine/crawl-run.ts";
import type { CrawlStats } from "../../engine/crawl-stats.ts";
import { version } from "../../http/client/version.ts";
import { redactUrl } from "../../http/url/redact-url.ts";
import type { CrawlValues } from "../crawl-command.ts";
import { replaceFile } from "../replace-file.ts";
import { type CrawlMetrics, ratesOf, type Sums } from "./crawl-metrics.ts";
import { processFigures } from "./process-figures.ts";

/** The crawl that is written about. */
type Crawl = Pick<CrawlRun<unknown>, "hosts" | "stats">;

/** The file of `--metrics-json`, if there is one. */
export function metricsFileOf(
  urls: readonly string[],
  values: CrawlValues,
): MetricsFile | undefined {
  const { metricsJson: file } = values;
  return file === undefined ? undefined : new MetricsFile(file, urls, values);
}

/** The file of `--metrics-json`: it is there whole, or as it was before. */
class MetricsFile {
  readonly #file: string;
  readonly #plan: Pick<CrawlMetrics, "options" | "start" | "versions">;
  #before: Sums = { pages: 0, requests: 0, bytes: 0, elapsedMs: 0 };

  constructor(file: string, urls: readonly string[], values: CrawlValues) {
    this.#file = file;
    this.#plan = {
      versions: { pagoda: version, node: process.versions.node },
      start: urls.map((url) => redactUrl(url)),
      options: shownOptions(values),
    };
  }

  /** Writes how far the crawl has come. */
  async write(run: Crawl): Promise<void> {
    await this.#replace(run, run.stats());
  }

  /** Writes how it ended; that it was stopped, where an output hangs so that it never will. */
  async writeLast(run: Crawl): Promise<void> {
    const { endedAt = new Date().toISOString(), stopReason = "stopped", ...stats } = run.stats();
    await this.#replace(run, { ...stats, endedAt, stopReason });
  }

  async #replace(run: Crawl, stats: CrawlStats): Promise<void> {
    const metrics = this.#metricsOf(run, stats);
    this.#before = stats;
    try {
      await replaceFile(this.#file, `${JSON.stringify(metrics, undefined, 2)}\n`);
    } catch (cause) {
      throw new Error(`Cannot write --metrics-json ${this.#file}`, { cause });
    }
  }

  #metricsOf(run: Crawl, stats: CrawlStats): CrawlMetrics {
    const { endedAt = null, startedAt = null, stopReason = null, ...sums } = stats;
    const begin = { pages: 0, requests: 0, bytes: 0, elapsedMs: 0 };
    return {
      schemaVersion: 1,
      writtenAt: new Date().toISOString(),
      startedAt,
      endedAt,
      stopReason,
      ...sums,
      rates: ratesOf(stats, begin),
      interval: { ms: stats.elapsedMs - this.#before.elapsedMs, ...ratesOf(stats, this.#before) },
      ...processFigures(),
      ...this.#plan,
      hostStats: run.hosts().toSorted((a, b) => b.requests - a.requests),
    };
  }
}

/** Options that hold neither a secret nor a path. */
const shown = [
  "maxPages",
  "maxTime",
  "maxTotalBytes",
  "maxErrors",
  "maxPagesPerHost",
  "maxPagesPerPattern",
  "maxHostFailures",
  "failFast",
  "depth",
  "order",
  "seed",
  "concurrency",
  "perHost",
  "delay",
  "limitBy",
  "autoThrottle",
  "scope",
  "timeout",
  "maxBytes",
  "retries",
  "cacheMode",
  "offline",
  "reload",
  "robots",
] as const satisfies readonly (keyof CrawlValues)[];

function shownOptions(values: CrawlValues): CrawlMetrics["options"] {
  return Object.fromEntries(
    shown.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}
