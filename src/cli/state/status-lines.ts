import type { CrawlState, CrawlStatus } from "../../sqlite/crawl-status.ts";
import { counted, readableBytes, readableCount, readableTime } from "../readable.ts";

/** Hosts and holds that are told one by one. */
const MOST = 5;

/** Tells in a few lines where a crawl stands. */
export function statusLines(status: CrawlStatus, now: number): readonly string[] {
  const { begun, bytes, ended, file, hosts, items, pages, redirects, runs, state } = status;
  return [
    `${file}: ${states[state]}`,
    ...(begun === null ? [] : [row("begun", `${timeOf(begun, now)} · ${counted(runs, "run")}`)]),
    ...(ended === null ? [] : [row("ended", timeOf(ended, now))]),
    row("fetched", `${counted(pages, "page")} · ${counted(redirects, "redirect")}`),
    row("left", leftOf(status)),
    ...rows(
      "most left",
      hosts.slice(0, MOST).map(({ host, pending }) => count(host, pending)),
    ),
    ...rows(
      "held",
      status.holds.slice(0, MOST).map(({ host, until }) => `${host} ${timeOf(until, now)}`),
    ),
    ...rows(
      "not fetched",
      Object.entries(status.notFetched).map(([name, n]) => count(name, n)),
    ),
    ...rows(
      "failures",
      status.failures.map((failure) => count(nameOf(failure), failure.count)),
    ),
    row("items", readableCount(items)),
    row("size", readableBytes(bytes)),
  ];
}

const states: Readonly<Record<CrawlState, string>> = {
  empty: "nothing was begun in it",
  running: "a process is at work on it",
  stopped: "stopped",
  broken_off: "broken off, as by a kill",
  finished: "finished",
};

function leftOf({ delayed, holds, pending }: CrawlStatus): string {
  return [
    counted(pending, "request"),
    ...(delayed > 0 ? [`${readableCount(delayed)} delayed`] : []),
    ...(holds.length > 0 ? [`${counted(holds.length, "host")} held`] : []),
  ].join(" · ");
}

function nameOf({ code, status }: CrawlStatus["failures"][number]): string {
  return [code ?? "unknown_error", ...(status === null ? [] : [status])].join(" ");
}

function count(name: string, value: number): string {
  return `${name}: ${readableCount(value)}`;
}

function row(name: string, text: string): string {
  return `  ${name.padEnd(11)}  ${text}`;
}

function rows(name: string, cells: readonly string[]): readonly string[] {
  return cells.length === 0 ? [] : [row(name, cells.join(" · "))];
}

/** A time of day, and how far it is from now. */
export function timeOf(instant: number, now: number): string {
  const far = readableTime(Math.abs(instant - now));
  const iso = new Date(instant).toISOString().replace(/\.\d+/, "");
  return `${iso} (${instant > now ? `in ${far}` : `${far} ago`})`;
}
