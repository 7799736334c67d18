import { table } from "../markdown-table.ts";
import { BY_HAND } from "./entrants.ts";
import type { CrawlCost, CrawlReport, CrawlRow } from "./report.ts";

/** What must be reached beside the loop by hand. */
const AT_LEAST_OF_RATE = 0.6;
const AT_MOST_OF_MEMORY = 1.3;

/** A report as Markdown. */
export function tables({ concurrency, machine, node, pages, rows }: CrawlReport): string {
  const costOf = (name: string): CrawlCost | undefined =>
    rows.find((row) => row.name === name)?.cost;
  const [hand, pagoda] = [costOf(BY_HAND), costOf("pagoda")];
  return [
    `### Node ${node.slice(1)}, ${machine}, a whole crawl`,
    `A site of ${count(pages)} pages of 11 kB with 35 links each, ${concurrency} requests at once, on one core; ` +
      "the site is served from another. Medians, each round in a process of its own; in brackets by hand = 1.",
    table(
      ["", "pages a CPU second", "most memory", "heap a page", "GC", "rounds", "pages asked for"],
      rows.map((row) => line(row, hand, pages)),
    ),
    ...(hand && pagoda
      ? ["What must be reached.", table(["", "target", "is", ""], targets(pagoda, hand))]
      : []),
    "What they are, and what they do besides.",
    table(
      ["", "version", ""],
      rows.map(({ does, name, version }) => [name, version, does]),
    ),
  ].join("\n\n");
}

function line(
  { cost, failure, name }: CrawlRow,
  hand: CrawlCost | undefined,
  all: number,
): readonly string[] {
  if (!cost) return [name, failure ?? "not measured", "", "", "", "", ""];
  const { heap, pages, rounds, rss } = cost;
  const beside = (value: (cost: CrawlCost) => number): string =>
    hand ? ` (${(value(cost) / value(hand)).toFixed(2)})` : "";
  return [
    name,
    rate(cost).toFixed(0) + beside(rate),
    `${(rss / 1e6).toFixed(0)} MB${beside((cost) => cost.rss)}`,
    heap ? `${(heap.allocated / pages / 1000).toFixed(0)} kB` : "",
    heap ? `${((100 * heap.gcMs) / cost.cpuMs).toFixed(0)} %` : "",
    String(rounds),
    seen(cost, all),
  ];
}

function seen({ again, others, pages }: CrawlCost, all: number): string {
  const amount = pages === all ? "all" : `${count(pages)} of them`;
  const once = again === 0 ? ", each once" : `, ${count(again)} again`;
  return amount + once + (others === 0 ? "" : `; ${count(others)} in vain`);
}

function targets(pagoda: CrawlCost, hand: CrawlCost): readonly (readonly string[])[] {
  const ofRate = rate(pagoda) / rate(hand);
  const ofMemory = pagoda.rss / hand.rss;
  return [
    [
      "pages a CPU second of pagoda, by hand = 1",
      `≥ ${AT_LEAST_OF_RATE}`,
      ofRate.toFixed(2),
      verdict(ofRate >= AT_LEAST_OF_RATE),
    ],
    [
      "most memory of pagoda, by hand = 1",
      `≤ ${AT_MOST_OF_MEMORY}`,
      ofMemory.toFixed(2),
      verdict(ofMemory <= AT_MOST_OF_MEMORY),
    ],
  ];
}

function verdict(isMet: boolean): string {
  return isMet ? "met" : "missed";
}

function rate({ cpuMs, pages }: CrawlCost): number {
  return (1000 * pages) / cpuMs;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
