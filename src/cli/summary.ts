import type { CrawlStats, StopReason } from "../engine/crawl-stats.ts";
import type { HostStats } from "../engine/stats/host-table.ts";
import { counted, readableBytes, readableCount, readableTime } from "./readable.ts";
import { rowOf } from "./row-of.ts";
import { slowest } from "./top-hosts.ts";

/** Tells in a few lines how a crawl went. */
export function summaryLines(stats: CrawlStats, hosts: readonly HostStats[]): readonly string[] {
  const {
    bytes,
    elapsedMs,
    errors,
    fromCache,
    notFetched,
    notModified,
    pages,
    requests,
    statuses,
  } = stats;
  const rate = (pages / Math.max(1, elapsedMs)) * 1000;
  const head = `${ends[stats.stopReason ?? "stopped"]} after ${readableTime(elapsedMs)}: `;
  const sums = [
    `${counted(pages, "page")} of ${counted(stats.hosts, "host")}`,
    `${rate.toFixed(1)}/s`,
    readableBytes(bytes),
    counted(requests, "request"),
    ...(fromCache > 0 ? [`${readableCount(fromCache)} from the cache`] : []),
    ...(notModified > 0 ? [`${readableCount(notModified)} not modified`] : []),
  ];
  return [
    head + sums.join(" · "),
    ...row("statuses", counts(statuses)),
    ...row("errors", counts(errors)),
    ...row("not fetched", counts(notFetched)),
    ...row("slowest hosts", slowest(hosts)),
  ];
}

const ends: Readonly<Record<StopReason, string>> = {
  finished: "Finished",
  maxPages: "Stopped at --max-pages",
  maxTimeMs: "Stopped at --max-time",
  maxBytes: "Stopped at --max-total-bytes",
  maxErrors: "Stopped at --max-errors",
  rssBytes: "Stopped at --max-memory",
  cpuShare: "Stopped at --max-cpu",
  freeDiskBytes: "Stopped at --min-free-disk",
  stopped: "Stopped",
  aborted: "Aborted",
  failed: "Failed",
};

const row = rowOf(13);

/** The largest first. */
function counts(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${readableCount(count)}`);
}
