import { table } from "../markdown-table.ts";
import type { CrawlCost } from "./measure.ts";
import type { CrawlReport, CrawlRow } from "./report.ts";

/** What must be reached beside the loop by hand. */
const AT_LEAST_OF_RATE = 0.6;
const AT_MOST_OF_MEMORY = 1.3;

/** A report as Markdown. */
export function tables({ concurrency, machine, node, pages, rounds, rows }: CrawlReport): string {
  const hand = rows.find(({ subject }) => subject === "the loop by hand")?.cost;
  const pagoda = rows.find(({ subject }) => subject === "pagoda")?.cost;
  return [
    `### Node ${node.slice(1)}, ${machine}, a whole crawl`,
    `A site of ${pages.toLocaleString("en")} pages of 11 kB with 35 links each, ${concurrency} requests at once, on one core; ` +
      `the site is served from another. Medians of ${rounds} rounds in turns, each in a process of its own.`,
    table(
      ["", "pages", "pages a CPU second", "by hand = 1", "most memory", "heap a page", "GC"],
      rows.map((row) => line(row, hand)),
    ),
    "What must be reached.",
    table(["", "target", "is", ""], hand && pagoda ? targets(pagoda, hand) : []),
  ].join("\n\n");
}

function line({ cost, subject }: CrawlRow, hand: CrawlCost | undefined): readonly string[] {
  if (!cost) return [subject, "missing, or did not end", "", "", "", "", ""];
  const { heap, pages, rss } = cost;
  return [
    subject,
    pages.toLocaleString("en"),
    rate(cost).toFixed(0),
    hand ? (rate(cost) / rate(hand)).toFixed(2) : "",
    `${(rss / 1e6).toFixed(0)} MB`,
    heap ? `${(heap.allocated / pages / 1000).toFixed(0)} kB` : "",
    heap ? `${((100 * heap.gcMs) / cost.cpuMs).toFixed(0)} %` : "",
  ];
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
