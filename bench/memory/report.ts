import { inTurns, medianCost } from "../in-turns.ts";
import { machine } from "../machine.ts";
import { type Spread, spreadOf } from "../spread.ts";
import type { PageCost, WholeCrawl } from "./crawl-pages.ts";
import type { State } from "./holder.ts";
import { holders } from "./holders.ts";
import type { Weight } from "./weigh.ts";

/** What one holder needs for so many URLs, in the median; undefined where fewer were too many for it. */
export interface HolderRow {
  readonly holder: string;
  readonly state: State;
  readonly urls: number;
  readonly weight: Weight | undefined;
}

/** What a page costs with few and with many URLs in the frontier, in the median; undefined where it fails. */
export interface PageRow {
  readonly state: State;
  readonly few: number | undefined;
  readonly many: number | undefined;
  /** What it costs with many, in what it costs with few in the same round. */
  readonly ratio: Spread | undefined;
}

/** All that was measured in one run. */
export interface MemoryReport {
  readonly node: string;
  readonly machine: string;
  readonly holders: readonly HolderRow[];
  /** How many are few, and how many are many. */
  readonly crawled: readonly [number, number];
  readonly pages: readonly PageRow[];
  readonly whole: WholeCrawl | undefined;
}

const CRAWLED = [10_000, 1_000_000] as const;

/** How much is measured. */
export interface Effort {
  /** URLs that are held, the fewest first; with the rounds of each. */
  readonly held: readonly { readonly urls: number; readonly rounds: number }[];
  /** URLs in the frontier while pages are crawled: few, and many; in so many rounds. */
  readonly crawled: readonly [number, number];
  readonly rounds: number;
  /** Pages of a whole crawl; 0 for none. */
  readonly pages: number;
}

/** All that is measured; memory hardly varies. */
export const full: Effort = {
  held: [
    { urls: 100_000, rounds: 3 },
    { urls: 1_000_000, rounds: 1 },
    { urls: 10_000_000, rounds: 1 },
  ],
  crawled: CRAWLED,
  rounds: 3,
  pages: 1_000_000,
};

/** What is measured for a look. */
export const quick: Effort = {
  held: [{ urls: 100_000, rounds: 1 }],
  crawled: CRAWLED,
  rounds: 1,
  pages: 50_000,
};

/** What is measured where it is only asked what a page costs while there are many URLs. */
export const pagesOnly: Effort = { held: [], crawled: CRAWLED, rounds: 5, pages: 0 };

const STATES: readonly State[] = ["waiting", "known"];

/** Measures everything beside each other. */
export function makeReport({ crawled, held, pages, rounds }: Effort): MemoryReport {
  return {
    node: process.version,
    machine,
    holders: STATES.flatMap((state) => holderRows(state, held)),
    crawled,
    pages: pageRows(crawled, rounds),
    whole:
      pages > 0 ? turns<WholeCrawl>("whole", ["pagoda"], [pages], 1).get("pagoda")?.[0] : undefined,
  };
}

function holderRows(state: State, held: Effort["held"]): readonly HolderRow[] {
  const rows: HolderRow[] = [];
  let able: readonly string[] = Object.keys(holders);
  for (const { rounds, urls } of held) {
    const weights = turns<Weight>("hold", able, [urls, state], rounds);
    for (const holder of Object.keys(holders)) {
      rows.push({ holder, state, urls, weight: typical(weights.get(holder) ?? []) });
    }
    const reached = rows.filter(({ weight }) => weight?.urls === urls);
    able = able.filter((name) => reached.some(({ holder }) => holder === name));
  }
  return rows;
}

function typical(weights: readonly Weight[]): Weight | undefined {
  if (weights.length === 0) return undefined;
  return {
    urls: medianCost(weights, ({ urls }) => urls),
    bytes: medianCost(weights, ({ bytes }) => bytes),
    most: medianCost(weights, ({ most }) => most),
    microseconds: medianCost(weights, ({ microseconds }) => microseconds),
  };
}

/** Few and many take turns, since it is their ratio that counts. */
function pageRows(crawled: readonly number[], rounds: number): readonly PageRow[] {
  const names = STATES.flatMap((state) => crawled.map((urls) => `${state} ${urls}`));
  const costs = turns<PageCost>("page", names, [], rounds);
  return STATES.map((state) => {
    const [few = [], many = []] = crawled.map((urls) =>
      (costs.get(`${state} ${urls}`) ?? []).map(({ microseconds }) => microseconds),
    );
    const ratios = many.map((cost, round) => cost / (few[round] ?? Number.NaN));
    return {
      state,
      few: spreadOf(few)?.median,
      many: spreadOf(many)?.median,
      ratio: few.length === many.length ? spreadOf(ratios) : undefined,
    };
  });
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever prints it knows it
function turns<Cost>(
  what: string,
  subjects: readonly string[],
  words: readonly (string | number)[],
  rounds: number,
): ReadonlyMap<string, readonly Cost[]> {
  return inTurns<Cost>({ script: "memory.js", subjects, words: [what, ...words], rounds });
}
