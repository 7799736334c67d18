import { table } from "../markdown-table.ts";
import { atLeast, figure } from "../verdict.ts";
import type { Subject } from "./measure.ts";
import type { CrawlRow, DurableReport } from "./report.ts";
import type { Filled, Resumed, Scale } from "./scale.ts";
import { HOSTS, LINKS, PER_HOST } from "./web.ts";

/** A report as Markdown. */
export function tables({ machine, node, rows, scale }: DurableReport): string {
  const [first] = rows;
  return [
    `### Node ${node.slice(1)}, ${machine}, a crawl that outlives its process`,
    `Pages by a second of the processor / bytes on the disk by URL: ${count(first?.pages ?? 0)} pages of ` +
      `${HOSTS} hosts, at most ${PER_HOST} calls in flight to one, ${LINKS} links a page. Links lead to ` +
      "pages of the crawl, most of which are known, or each to another that waits; pages are dropped, or each is a line of a file.",
    table(
      ["", "known", "known, file", "new", "new, file"],
      subjectsOf(rows).map((subject) => lineOf(subject, rows)),
    ),
    "What must be reached.",
    table(
      ["", "at least", "is", ""],
      rows.filter(isDurable).map((row) => target(row, rows)),
    ),
    ...scaleTables(scale),
  ].join("\n\n");
}

/** What was measured of many URLs, as Markdown. */
export function scaleTables({ filled, resumed }: Scale): readonly string[] {
  return [
    "URLs put in, and what the process needs for it.",
    table(["", "CPU", "memory at most", "bytes a URL"], filled.map(filledLine)),
    "A state in which so many wait, opened by a new process, all that it loads included.",
    table(["", "open", "to the first request", "CPU", "memory at most"], resumed.map(resumedLine)),
  ];
}

function subjectsOf(rows: readonly CrawlRow[]): readonly Subject[] {
  return [...new Set(rows.map(({ subject }) => subject))];
}

function lineOf(subject: Subject, rows: readonly CrawlRow[]): readonly string[] {
  const cells = rows.filter((row) => row.subject === subject).map(cell);
  return [subject, ...cells];
}

function isDurable({ cost, subject }: CrawlRow): boolean {
  return subject !== "memory" && cost !== undefined;
}

function cell({ cost, subject }: CrawlRow): string {
  if (!cost) return "–";
  const bytes = subject === "memory" ? "" : ` / ${cost.bytes.toFixed(0)}`;
  return `${count(cost.pagesPerSecond)}${bytes}`;
}

function target({ cost, hasFile, subject, web }: CrawlRow, rows: readonly CrawlRow[]): string[] {
  const memory = rows.find(
    (row) => row.subject === "memory" && row.web === web && row.hasFile === hasFile,
  );
  const share = (100 * (cost?.pagesPerSecond ?? 0)) / (memory?.cost?.pagesPerSecond ?? Number.NaN);
  const what = `${subject}, links ${web}${hasFile ? ", file" : ""}, of memory`;
  return [what, "50 %", figure(share, 0, " %"), atLeast(share, 50)];
}

function filledLine({ bytes, mostMegabytes, seconds, urls }: Filled): string[] {
  return [count(urls), `${seconds.toFixed(1)} s`, `${count(mostMegabytes)} MB`, bytes.toFixed(0)];
}

function resumedLine({ cpuMs, firstRequestMs, mostMegabytes, openMs, urls }: Resumed): string[] {
  const times = [openMs, firstRequestMs, cpuMs].map((ms) => `${count(ms)} ms`);
  return [count(urls), ...times, `${count(mostMegabytes)} MB`];
}

function count(number: number): string {
  return Math.round(number).toLocaleString("en");
}
