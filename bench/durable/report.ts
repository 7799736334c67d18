import { inTurns, medianCost } from "../in-turns.ts";
import { machine } from "../machine.ts";
import type { CrawlCost, Crawled, Subject } from "./measure.ts";
import { measureScale, type Scale } from "./scale.ts";

/** What one crawl costs, in the median; undefined where there is no such driver. */
export interface CrawlRow extends Crawled {
  readonly subject: Subject;
  readonly cost: CrawlCost | undefined;
}

/** All that was measured in one run. */
export interface DurableReport {
  readonly node: string;
  readonly machine: string;
  readonly rows: readonly CrawlRow[];
  readonly scale: Scale;
}

/** How much is measured. */
export interface Effort {
  readonly pages: number;
  readonly rounds: number;
  readonly urls: readonly number[];
}

/** All that is measured. Beyond two million URLs it takes minutes: each is looked up in an index of random keys. */
export const full: Effort = { pages: 10_000, rounds: 5, urls: [100_000, 1_000_000, 2_000_000] };
/** What is measured for a look. */
export const quick: Effort = { pages: 3000, rounds: 1, urls: [100_000] };

const SUBJECTS: readonly Subject[] = ["memory", "node:sqlite", "libsql"];
const CRAWLS: readonly Pick<Crawled, "web" | "hasFile">[] = [
  { web: "known", hasFile: false },
  { web: "known", hasFile: true },
  { web: "new", hasFile: false },
  { web: "new", hasFile: true },
];

/** Measures everything beside each other. */
export function makeReport({ pages, rounds, urls }: Effort): DurableReport {
  const rows = CRAWLS.flatMap((crawl) => rowsOf({ ...crawl, pages }, rounds));
  return { node: process.version, machine, rows, scale: measureScale(urls) };
}

function rowsOf(crawled: Crawled, rounds: number): readonly CrawlRow[] {
  const words = [crawled.web, crawled.hasFile ? "file" : "none", crawled.pages];
  const costs = inTurns<CrawlCost>({ script: "durable.js", subjects: SUBJECTS, words, rounds });
  const { hasFile, pages, web } = crawled;
  return SUBJECTS.map((subject) => {
    return { subject, web, hasFile, pages, cost: median(costs.get(subject) ?? []) };
  });
}

function median(costs: readonly CrawlCost[]): CrawlCost | undefined {
  if (costs.length === 0) return undefined;
  return {
    pagesPerSecond: medianCost(costs, ({ pagesPerSecond }) => pagesPerSecond),
    bytes: medianCost(costs, ({ bytes }) => bytes),
  };
}
