import { machine } from "../machine.ts";
import { shuffled } from "../shuffled.ts";
import type { Spread } from "../spread.ts";
import { BY_HAND, entrants } from "./entrants.ts";
import type { Used } from "./measure.ts";
import { CONCURRENCY, Rival } from "./rival.ts";
import { ServedSite } from "./served-site.ts";
import type { Asked } from "./server.ts";

/** What one entrant cost, in the median of each figure, and what the server saw of it at worst. */
export interface CrawlRow {
  readonly name: string;
  readonly does: string;
  readonly version: string;
  /** Undefined where it is missing, or failed. */
  readonly cost: CrawlCost | undefined;
  /** Why there is no cost. */
  readonly failure: string | undefined;
  /** Pages a CPU second, and the most memory, in those of the loop by hand in the same round. */
  readonly rate: Spread | undefined;
  readonly memory: Spread | undefined;
}

/** What a crawl used, and what was asked of the server. */
export type CrawlCost = Used & Asked & { readonly rounds: number };

/** All that was measured in one run. */
export interface CrawlReport {
  readonly node: string;
  readonly machine: string;
  readonly pages: number;
  readonly concurrency: number;
  readonly rows: readonly CrawlRow[];
}

/** How much is measured. */
export interface CrawlEffort {
  readonly pages: number;
  /** Of the loop by hand and pagoda; of the others no more than this. */
  readonly rounds: number;
  /** Who has had more of the processor has no further round, if it is another, in milliseconds. */
  readonly enoughMs: number;
}

/** All that is measured. */
export const full: CrawlEffort = { pages: 10_000, rounds: 7, enoughMs: 30_000 };
/** What is measured for a look. */
export const quick: CrawlEffort = { pages: 2000, rounds: 3, enoughMs: 0 };

/**
 * Crawls the same site by hand and with each entrant whose name holds `only`, in rounds, in an order that changes. The
 * loop by hand and pagoda come right after each other, since they are compared.
 */
export async function makeReport(effort: CrawlEffort, only = ""): Promise<CrawlReport> {
  const { enoughMs, pages, rounds } = effort;
  const chosen = entrants.filter(({ name }) => name === BY_HAND || name.includes(only));
  const rivals = chosen.map((it) => new Rival(it));
  const compared = rivals.filter(isCompared);
  const others = rivals.filter((rival) => !isCompared(rival)).map((rival) => [rival]);
  const hasEnough = (rival: Rival): boolean =>
    rival.hasFailed || (!isCompared(rival) && rival.cpuMs > enoughMs);
  using site = await ServedSite.of(pages);
  for (let round = 0; round < rounds; round++) {
    for (const rival of shuffled([compared, ...others]).flatMap(shuffled)) {
      if (!hasEnough(rival)) await rival.crawl(site, round);
    }
  }
  const hand = rivals.find(({ name }) => name === BY_HAND);
  const rows = rivals.map((rival) => rival.row(hand));
  return { node: process.version, machine, pages, concurrency: CONCURRENCY, rows };
}

function isCompared({ name }: Rival): boolean {
  return name === BY_HAND || name.startsWith("pagoda");
}
