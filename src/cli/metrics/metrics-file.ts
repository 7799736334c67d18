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

/** The file of `--metrics-json`: it is there whole, or as it was before, and after the last write stays. */
class MetricsFile {
  readonly #file: string;
  readonly #plan: Pick<CrawlMetrics, "options" | "start" | "versions">;
  #before = begin;
  #writing = Promise.resolve();
  #isLast = false;

  constructor(file: string, urls: readonly string[], values: CrawlValues) {
    this.#file = file;
    this.#plan = {
      versions: { pagoda: version, node: process.versions.node },
      start: urls.map((url) => redactUrl(url)),
      options: shownOptions(values),
    };
  }

  /** Writes how far the crawl has come, unless it was written how it ended. */
  async write(run: Crawl): Promise<void> {
    if (this.#isLast) return;
    this.#writing = this.#replace(run, run.stats());
    await this.#writing;
  }

  /** Writes how it ended; that it was stopped, where an output hangs so that it never will. */
  async writeLast(run: Crawl): Promise<void> {
    this.#isLast = true;
    await this.#writing.catch(() => {}); // told by whoever asked for it
    const { endedAt = new Date().toISOString(), stopReason = "stopped", ...stats } = run.stats();
    await this.#replace(run, { ...stats, endedAt, stopReason });
  }

  async #replace(run: Crawl, stats: CrawlStats): Promise<void> {
    const metrics = this.#metricsOf(run, stats);
    try {
      await replaceFile(this.#file, `${JSON.stringify(metrics, undefined, 2)}\n`);
      this.#before = stats;
    } catch (cause) {
      throw new Error(`Cannot write --metrics-json ${this.#file}`, { cause });
    }
  }

  #metricsOf(run: Crawl, stats: CrawlStats): CrawlMetrics {
    const { endedAt = null, startedAt = null, stopReason = null, ...sums } = stats;
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

const begin: Sums = { pages: 0, requests: 0, bytes: 0, elapsedMs: 0 };

function shownOptions(values: CrawlValues): CrawlMetrics["options"] {
  return Object.fromEntries(Object.entries(values).filter(isShown));
}

/** Numbers, switches and choices; lists and free text may hold secrets and paths. */
function isShown(
  option: readonly [name: string, value: unknown],
): option is [string, string | number | boolean] {
  const [name, value] = option;
  return !Object.hasOwn(free, name) && ["string", "number", "boolean"].includes(typeof value);
}

/** All options that take any text. */
const free: Readonly<Record<FreeText, true>> = {
  cache: true,
  config: true,
  metricsJson: true,
  otlp: true,
  out: true,
  proxy: true,
  state: true,
};

type FreeText = {
  [Name in keyof CrawlValues]-?: string extends CrawlValues[Name] ? Name : never;
}[keyof CrawlValues];
