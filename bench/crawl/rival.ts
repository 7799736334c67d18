import { medianCost } from "../in-turns.ts";
import { type Spread, spreadOf } from "../spread.ts";
import type { Entrant } from "./entrant.ts";
import { measureApart, type Used } from "./measure.ts";
import type { CrawlCost, CrawlRow } from "./report.ts";
import type { ServedSite } from "./served-site.ts";
import type { Asked } from "./server.ts";

/** Requests at once. */
export const CONCURRENCY = 50;

type Cost = Used & Asked;

/** An entrant, and what it has cost so far. */
export class Rival {
  readonly #entrant: Entrant;
  /** By round. */
  readonly #costs = new Map<number, Cost>();
  #failure: string | undefined;

  constructor(entrant: Entrant) {
    this.#entrant = entrant;
  }

  get name(): string {
    return this.#entrant.name;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** How much of the processor it has had, in milliseconds. */
  get cpuMs(): number {
    return [...this.#costs.values()].reduce((sum, cost) => sum + cost.cpuMs, 0);
  }

  async crawl(site: ServedSite, round: number): Promise<void> {
    try {
      const used = measureApart(this.#entrant, { start: site.start, concurrency: CONCURRENCY });
      const asked = await site.asked();
      if (asked.pages === 0) throw new Error("It asked for no page");
      this.#costs.set(round, { ...used, ...asked });
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      await site.asked(); // so that none of it is taken for the next one's
    }
  }

  /** Beside another one in the same rounds. */
  row(other: Rival | undefined): CrawlRow {
    const { does, name, version } = this.#entrant;
    const failure = version() === undefined ? "missing" : this.#failure;
    const cost = failure === undefined ? typical([...this.#costs.values()]) : undefined;
    return {
      name,
      does,
      version: version() ?? "–",
      cost,
      failure,
      rate: other && this.#beside(other, ({ cpuMs, pages }) => pages / cpuMs),
      memory: other && this.#beside(other, ({ rss }) => rss),
    };
  }

  #beside(other: Rival, of: (cost: Cost) => number): Spread | undefined {
    return spreadOf(
      [...this.#costs].flatMap(([round, cost]) => {
        const beside = other.#costs.get(round);
        return beside ? [of(cost) / of(beside)] : [];
      }),
    );
  }
}

function typical(costs: readonly Cost[]): CrawlCost | undefined {
  const [first] = costs;
  if (!first) return undefined;
  const of = (value: (cost: Cost) => number): number => medianCost(costs, value);
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
