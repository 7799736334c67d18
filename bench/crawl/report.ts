import { medianOf } from "../in-turns.ts";
import { machine } from "../machine.ts";
import { shuffled } from "../overhead/measure.ts";
import type { Entrant } from "./entrant.ts";
import { entrants } from "./entrants.ts";
import { measureApart, type Used } from "./measure.ts";
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
  readonly rounds: number;
}

/** All that is measured. */
export const full: CrawlEffort = { pages: 10_000, rounds: 7 };
/** What is measured for a look. */
export const quick: CrawlEffort = { pages: 2000, rounds: 1 };

const CONCURRENCY = 50;
/** Who has had so much of the processor in so many rounds has no more of them. */
const LEAST_ROUNDS = 3;
const ENOUGH_MS = 30_000;

/** Crawls the same site with each entrant whose name holds `only`, in turns, in an order that changes. */
export async function makeReport(effort: CrawlEffort, only = ""): Promise<CrawlReport> {
  const { pages, rounds } = effort;
  const rivals = entrants.filter(({ name }) => name.includes(only)).map((it) => new Rival(it));
  using site = await ServedSite.of(pages);
  for (let round = 0; round < rounds; round++) {
    for (const rival of shuffled(rivals)) if (!rival.hasEnough()) await rival.crawl(site);
  }
  const rows = rivals.map((rival) => rival.row());
  return { node: process.version, machine, pages, concurrency: CONCURRENCY, rows };
}

/** An entrant, and what it has cost so far. */
class Rival {
  readonly #entrant: Entrant;
  readonly #costs: (Used & Asked)[] = [];
  #failure: string | undefined;

  constructor(entrant: Entrant) {
    this.#entrant = entrant;
  }

  hasEnough(): boolean {
    const cpuMs = this.#costs.reduce((sum, cost) => sum + cost.cpuMs, 0);
    return !!this.#failure || (this.#costs.length >= LEAST_ROUNDS && cpuMs > ENOUGH_MS);
  }

  async crawl(site: ServedSite): Promise<void> {
    try {
      const used = measureApart(this.#entrant, { start: site.start, concurrency: CONCURRENCY });
      const asked = await site.asked();
      if (asked.pages === 0) throw new Error("It asked for no page");
      this.#costs.push({ ...used, ...asked });
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      await site.asked(); // so that none of it is taken for the next one's
    }
  }

  row(): CrawlRow {
    const { does, name, version } = this.#entrant;
    const failure = version() === undefined ? "missing" : this.#failure;
    const cost = failure === undefined ? typical(this.#costs) : undefined;
    return { name, does, version: version() ?? "–", cost, failure };
  }
}

function typical(costs: readonly (Used & Asked)[]): CrawlCost | undefined {
  const [first] = costs;
  if (!first) return undefined;
  const of = (value: (cost: Used & Asked) => number): number => medianOf(costs, value);
  return {
    rounds: costs.length,
    pages: Math.min(...costs.map(({ pages }) => pages)),
    again: Math.max(...costs.map(({ again }) => again)),
    others: of(({ others }) => others),
    cpuMs: of(({ cpuMs }) => cpuMs),
    rss: of(({ rss }) => rss),
    ...(first.heap && {
      heap: {
        allocated: of(({ heap }) => heap?.allocated ?? 0),
        gcMs: of(({ heap }) => heap?.gcMs ?? 0),
      },
    }),
  };
}
