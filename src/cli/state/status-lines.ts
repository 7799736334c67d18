import type { CrawlState, CrawlStatus } from "../../sqlite/crawl-status.ts";
import { counted, readableBytes, readableCount, readableTime } from "../readable.ts";
import { rowOf } from "../row-of.ts";

/** Hosts and holds that are told one by one. */
const MOST = 5;

/** Tells in a few lines where a crawl stands. */
export function statusLines(status: CrawlStatus, now: number): readonly string[] {
  const { begun, bytes, ended, file, hosts, items, pages, redirects, runs, state } = status;
  return [
    `${file}: ${states[state]}`,
    ...row("begun", begun === null ? [] : [timeOf(begun, now), counted(runs, "run")]),
    ...row("ended", ended === null ? [] : [timeOf(ended, now)]),
    ...row("fetched", [counted(pages, "page"), counted(redirects, "redirect")]),
    ...row("left", leftOf(status)),
    ...row(
      "most left",
      hosts.slice(0, MOST).map(({ host, pending }) => count(host, pending)),
    ),
    ...row(
      "held",
      status.holds.slice(0, MOST).map(({ host, until }) => `${host} ${timeOf(until, now)}`),
    ),
    ...row(
      "not fetched",
      Object.entries(status.notFetched).map(([name, n]) => count(name, n)),
    ),
    ...row(
      "failures",
      status.failures.map((failure) => count(nameOf(failure), failure.count)),
    ),
    ...row("items", [readableCount(items)]),
    ...row("size", [readableBytes(bytes)]),
  ];
}

const states: Readonly<Record<CrawlState, string>> = {
  empty: "nothing was begun in it",
  running: "a process is at work on it",
  stopped: "stopped",
  broken_off: "broken off, as by a kill",
  finished: "finished",
};

function leftOf({ delayed, holds, pending }: CrawlStatus): readonly string[] {
  return [
    counted(pending, "request"),
    ...(delayed > 0 ? [`${readableCount(delayed)} delayed`] : []),
    ...(holds.length > 0 ? [`${counted(holds.length, "host")} held`] : []),
  ];
}

function nameOf({ code, status }: CrawlStatus["failures"][number]): string {
  return [code ?? "unknown_error", ...(status === null ? [] : [status])].join(" ");
}

function count(name: string, value: number): string {
  return `${name}: ${readableCount(value)}`;
}

const row = rowOf(11);

/** A time of day, and how far it is from now. */
export function timeOf(instant: number, now: number): string {
  const far = readableTime(Math.abs(instant - now));
  const iso = new Date(instant).toISOString().replace(/\.\d+/, "");
  return `${iso} (${instant > now ? `in ${far}` : `${far} ago`})`;
}
