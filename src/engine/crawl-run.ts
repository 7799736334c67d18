import type { CrawlStats } from "./crawl-stats.ts";
import type { Explanation } from "./fates.ts";
import type { HostStats } from "./stats/host-table.ts";

/** What `stop` may be told. */
export interface StopOptions {
  /** How long what is under way may take before it is aborted. @defaultValue that of the crawl, 10 s */
  readonly graceMs?: number;
  /** How long nothing may move after that, before what hangs is given up. @defaultValue that of the crawl, 10 s */
  readonly giveUpMs?: number;
}

/** A crawl: it begins when it is iterated, or by {@link CrawlRun.done}. */
export interface CrawlRun<Item> extends AsyncIterable<Item> {
  /** Runs the crawl to its end, and tells where it stood. Rejects with what made it fail. */
  done(): Promise<CrawlStats>;
  /** Where the crawl stands. */
  stats(): CrawlStats;
  /** How each host has answered: of more than 20,000 hosts, the 10,000 that were asked most. */
  hosts(): readonly HostStats[];
  /**
   * Takes no more, and resolves when what is under way has ended and the sinks are closed.
   *
   * What does not heed the abort, such as a sink that hangs, is given up, and makes the crawl fail.
   * What made the crawl fail, it leaves to `done()` and the iteration to tell.
   * A `parse` must not wait for it, as it waits for each `parse`.
   */
  stop(options?: StopOptions): Promise<void>;
  /** What became of a URL, as it was written: known of the latest 100,000. */
  explain(url: string): Explanation;
}
