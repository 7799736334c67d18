import { crawl } from "../../../src/engine/crawl.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";
import type { CrawlOptions } from "../../../src/engine/plan/crawl-options.ts";
import { SqliteFrontier } from "../../../src/sqlite/index.ts";
import type { FakeSite } from "../../support/fake-site.ts";
import { killedCopy } from "./killed-copy.ts";

/** A site, what its pages link to, and how it is crawled. */
export interface KilledCrawlOptions {
  readonly site: FakeSite;
  readonly links: (url: string) => readonly string[];
  readonly crawl: Pick<CrawlOptions<string>, "start" | "scope" | "concurrency" | "contentSeen">;
  readonly perHost?: number;
  /** Where databases may be. */
  readonly path: (name: string) => string;
  /** After how many steps each process is killed; the one after them is not. */
  readonly kills: readonly number[];
}

/** What came of a crawl whose process was killed again and again. */
export interface KilledCrawl {
  /** The pages that were parsed, in order, by whichever process. */
  readonly parsed: readonly string[];
  /** The database that was left. */
  readonly file: string;
  /** How many processes there were. */
  readonly runs: number;
}

/**
 * Crawls a site by one process after another, each killed in the midst of its work: it is left with what
 * was on the disk at that instant, and no word of it counts any more.
 */
export async function killedCrawl(options: KilledCrawlOptions): Promise<KilledCrawl> {
  const { kills, path } = options;
  const parsed: string[] = [];
  let file = path("0.db");
  let runs = 0;
  for (const steps of [...kills, Infinity]) {
    const left = await lifeOf(options, { file, next: path(`${++runs}.db`), parsed, steps });
    if (left === undefined) break;
    file = left;
  }
  return { parsed, file, runs };
}

interface Life {
  readonly file: string;
  /** Where to put what is left of it. */
  readonly next: string;
  readonly parsed: string[];
  readonly steps: number;
}

/** One process. Gives what it left, undefined where it came to its end before it was killed. */
async function lifeOf(
  { crawl: how, links, perHost, site }: KilledCrawlOptions,
  { file, next, parsed, steps }: Life,
): Promise<string | undefined> {
  const controller = new AbortController();
  let stepsLeft = steps;
  const step = (): boolean => {
    if (stepsLeft-- === 0) {
      killedCopy(file, next);
      controller.abort();
    }
    return stepsLeft >= 0;
  };
  await using frontier = new SqliteFrontier({ file, perHost, clock: site.clock });
  const run = crawl<string>({
    ...how,
    service: site.stack,
    trapGuard: false,
    frontier,
    signal: controller.signal,
    async *parse(page) {
      if (!step()) return;
      parsed.push(page.url);
      for (const link of links(page.url)) {
        if (!step()) return;
        yield request(link);
      }
      step();
    },
  });
  await site.clock.run(run.done()).catch((error: unknown) => {
    if (!controller.signal.aborted) throw error;
  });
  return controller.signal.aborted ? next : undefined;
}
