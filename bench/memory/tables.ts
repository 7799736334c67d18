import { table } from "../markdown-table.ts";
import { toldSpread } from "../spread.ts";
import { atMost, figure } from "../verdict.ts";
import type { WholeCrawl } from "./crawl-pages.ts";
import type { HolderRow, MemoryReport, PageRow } from "./report.ts";
import { LINKS } from "./web.ts";

/** A page with many URLs in the frontier, beside one with few. */
const AT_MOST = 1.3;

const HELD =
  "Bytes that stay a URL / the most memory of the process / microseconds of the processor a URL.";

/** A report as Markdown. */
export function tables({ crawled, holders, machine, node, pages, whole }: MemoryReport): string {
  const counts = [...new Set(holders.map(({ urls }) => urls))];
  return [
    `### Node ${node.slice(1)}, ${machine}, many URLs in memory`,
    ...(counts.length > 0 ? [HELD, table(["", ...counts.map(count)], lines(holders))] : []),
    `What a page of 10 kB with ${LINKS} links costs while the frontier holds so many, in microseconds of the processor.`,
    table(["", ...crawled.map(count)], pages.map(pageLine)),
    ...(whole ? [told(whole)] : []),
    "What must be reached, in the median of the rounds; in brackets what half of them lie between.",
    table(["", "at most", "is", ""], targets({ crawled, pages, whole })),
  ].join("\n\n");
}

function lines(rows: readonly HolderRow[]): readonly (readonly string[])[] {
  const cellsOf = (name: string): readonly string[] =>
    rows.filter((row) => nameOf(row) === name).map(cell);
  return [...new Set(rows.map(nameOf))].map((name) => [name].concat(cellsOf(name)));
}

function nameOf({ holder, state }: HolderRow): string {
  return `${holder}, ${state}`;
}

function cell({ urls: asked, weight }: HolderRow): string {
  if (!weight) return "–";
  const { bytes, microseconds, most, urls } = weight;
  const reached = urls < asked ? `only ${count(urls)}: ` : "";
  const cost = `${(bytes / urls).toFixed(0)} / ${megabytes(most)} / ${microseconds.toFixed(1)}`;
  return reached + cost;
}

function pageLine({ few, many, state }: PageRow): readonly string[] {
  return [state, few?.toFixed(0) ?? "fails", many?.toFixed(0) ?? "fails"];
}

function told({ cpuSeconds, most, pages }: WholeCrawl): string {
  const microseconds = (cpuSeconds * 1e6) / pages;
  return (
    `A crawl of ${count(pages)} pages, from the first to the last: ${cpuSeconds.toFixed(0)} s of the processor, ` +
    `${microseconds.toFixed(0)} microseconds a page, ${megabytes(most)} at most.`
  );
}

function targets({
  crawled: [fewUrls, manyUrls],
  pages,
  whole,
}: Pick<MemoryReport, "crawled" | "pages" | "whole">): readonly (readonly string[])[] {
  const limit = `${AT_MOST} ×`;
  const ratios = pages.map(({ ratio, state }) => [
    `a page while ${count(manyUrls)} URLs are ${state}, in one while ${count(fewUrls)} are`,
    limit,
    toldSpread(ratio),
    atMost(ratio?.median, AT_MOST),
  ]);
  if (!whole) return ratios;
  const { firstMicroseconds, lastMicroseconds, pages: all } = whole;
  const ratio = lastMicroseconds / firstMicroseconds;
  const last = `the last of ${count(all)} pages, in the first`;
  return [...ratios, [last, limit, figure(ratio, 2), atMost(ratio, AT_MOST)]];
}

function megabytes(bytes: number): string {
  return `${count(Math.round(bytes / 1e6))} MB`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
