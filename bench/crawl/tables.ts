import { table } from "../markdown-table.ts";
import { type Spread, toldSpread } from "../spread.ts";
import { atLeast, atMost } from "../verdict.ts";
import type { CrawlCost, CrawlReport, CrawlRow } from "./report.ts";

/** What must be reached beside the loop by hand. */
const AT_LEAST_OF_RATE = 0.6;
const AT_MOST_OF_MEMORY = 1.3;

/** A report as Markdown. */
export function tables({ concurrency, machine, node, pages, rows }: CrawlReport): string {
  return [
    `### Node ${node.slice(1)}, ${machine}, a whole crawl`,
    `A site of ${count(pages)} pages of 11 kB with 35 links each, ${concurrency} requests at once, on one core; ` +
      "the site is served from another. Medians, each round in a process of its own; in brackets by hand = 1 in the same round.",
    table(
      ["", "pages a CPU second", "most memory", "heap a page", "GC", "rounds", "pages asked for"],
      rows.map((row) => line(row, pages)),
    ),
    "What must be reached, in the median of the rounds; in brackets what half of them lie between.",
    table(["", "target", "is", ""], targets(rows)),
    "What they are, and what they do besides.",
    table(
      ["", "version", ""],
      rows.map(({ does, name, version }) => [name, version, does]),
    ),
  ].join("\n\n");
}

function line({ cost, failure, memory, name, rate }: CrawlRow, all: number): readonly string[] {
  if (!cost) return [name, failure ?? "not measured", "", "", "", "", ""];
  const { cpuMs, heap, pages, rounds, rss } = cost;
  return [
    name,
    ((1000 * pages) / cpuMs).toFixed(0) + inBrackets(rate),
    `${(rss / 1e6).toFixed(0)} MB${inBrackets(memory)}`,
    heap ? `${(heap.allocated / pages / 1000).toFixed(0)} kB` : "",
    heap ? `${((100 * heap.gcMs) / cpuMs).toFixed(0)} %` : "",
    String(rounds),
    seen(cost, all),
  ];
}

function seen({ again, others, pages }: CrawlCost, all: number): string {
  const amount = pages === all ? "all" : `${count(pages)} of them`;
  const once = again === 0 ? ", each once" : `, ${count(again)} again`;
  return amount + once + (others === 0 ? "" : `; ${count(others)} in vain`);
}

function targets(rows: readonly CrawlRow[]): readonly (readonly string[])[] {
  const { memory, rate } = rows.find(({ name }) => name === "pagoda") ?? {};
  return [
    [
      "pages a CPU second of pagoda, by hand = 1",
      `≥ ${AT_LEAST_OF_RATE}`,
      toldSpread(rate),
      atLeast(rate?.median, AT_LEAST_OF_RATE),
    ],
    [
      "most memory of pagoda, by hand = 1",
      `≤ ${AT_MOST_OF_MEMORY}`,
      toldSpread(memory),
      atMost(memory?.median, AT_MOST_OF_MEMORY),
    ],
  ];
}

function inBrackets(beside: Spread | undefined): string {
  return beside ? ` (${beside.median.toFixed(2)})` : "";
}

function count(number: number): string {
  return number.toLocaleString("en");
}
