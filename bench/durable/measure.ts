import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { crawl } from "../../src/engine/crawl.ts";
import type { Frontier } from "../../src/engine/frontier/frontier.ts";
import { MemoryFrontier } from "../../src/engine/frontier/memory-frontier.ts";
import { jsonLines } from "../../src/engine/items/json-lines.ts";
import type { Sink } from "../../src/engine/items/sink.ts";
import { SqliteFrontier } from "../../src/sqlite/sqlite-frontier.ts";
import { PER_HOST, urlOf, type Web, webOf } from "./web.ts";

/** What a crawl keeps its requests in. */
export type Subject = "memory" | "node:sqlite" | "libsql";

/** What is to be crawled, and whether a line a page goes to a file. */
export interface Crawled {
  readonly web: Web;
  readonly hasFile: boolean;
  readonly pages: number;
}

/** What a crawl costs. */
export interface CrawlCost {
  /** By a second of the processor. */
  readonly pagesPerSecond: number;
  /** Bytes on the disk by URL that was seen; 0 in memory. */
  readonly bytes: number;
}

const WARM_UP_PAGES = 1000;

/** Measures one subject in this process, which is to do nothing else. */
export async function measureCrawl(subject: Subject, crawled: Crawled): Promise<CrawlCost> {
  useDriver(subject);
  await costOf(subject, { ...crawled, pages: WARM_UP_PAGES });
  return costOf(subject, crawled);
}

/** Sees to it that this driver is found, and no other. */
function useDriver(driver: Subject): void {
  const isBuiltIn = process.getBuiltinModule?.("node:sqlite") !== undefined;
  if (driver === "libsql") process.getBuiltinModule = () => undefined;
  if (driver === "node:sqlite" && !isBuiltIn) throw new Error("There is no node:sqlite");
}

async function costOf(subject: Subject, { hasFile, pages, web }: Crawled): Promise<CrawlCost> {
  const folder = mkdtempSync(join(tmpdir(), "pagoda-bench-"));
  const file = join(folder, "crawl.db");
  try {
    const frontier: Frontier =
      subject === "memory"
        ? new MemoryFrontier({ perHost: PER_HOST, maxPending: Infinity })
        : new SqliteFrontier({ file, perHost: PER_HOST });
    const sinks: readonly Sink<object>[] = hasFile ? [jsonLines(join(folder, "pages.jsonl"))] : [];
    await using service = webOf(web, pages);
    const begun = process.cpuUsage();
    const run = crawl({
      service,
      frontier,
      sinks,
      start: urlOf(0),
      scope: "all",
      maxPages: pages,
      trapGuard: false,
      *parse(page) {
        yield { url: page.url, title: page.title };
        yield* page.follow("a[href]");
      },
    });
    const stats = await run.done();
    if (stats.pages !== pages) throw new Error(`Expected ${pages} pages: got ${stats.pages}`);
    await frontier[Symbol.asyncDispose]();
    const { system, user } = process.cpuUsage(begun);
    const bytes = subject === "memory" ? 0 : statSync(file).size / stats.seen;
    return { pagesPerSecond: (pages * 1e6) / (user + system), bytes };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
