import { dirname } from "node:path";

import type { StopReason } from "../engine/crawl-stats.ts";
import type { CrawlLimits } from "../engine/monitor/crawl-limits.ts";
import type { CrawlValues } from "./crawl-command.ts";

/** Where a crawl slows, as a part of `--max-memory` and as a multiple of `--min-free-disk`. */
const SLOW_FROM = 0.8;
const SLOW_BELOW = 2;

/** How much of the machine a crawl may use, by its options; undefined where they do not say. */
export function limitsOption(values: CrawlValues): CrawlLimits | undefined {
  const { maxCpu, maxMemory, minFreeDisk } = values;
  if (maxCpu === undefined && maxMemory === undefined && minFreeDisk === undefined) {
    return undefined;
  }
  return {
    ...(maxCpu !== undefined && { cpuShare: { soft: maxCpu } }),
    ...(maxMemory !== undefined && {
      rssBytes: { soft: maxMemory * SLOW_FROM, hard: maxMemory },
    }),
    ...(minFreeDisk !== undefined && {
      freeDiskBytes: {
        soft: minFreeDisk * SLOW_BELOW,
        hard: minFreeDisk,
        folders: foldersOf(values),
      },
    }),
  };
}

/** Whether a crawl ended since the machine ran short of something, which is no failure of the crawl. */
export function isShortage(reason: StopReason): boolean {
  return shortages.has(reason);
}

const shortages: ReadonlySet<StopReason> = new Set(["rssBytes", "cpuShare", "freeDiskBytes"]);

/** The folders that grow: at least the working one. */
function foldersOf({ cache, metricsJson, out, state }: CrawlValues): readonly string[] {
  const files = [out === "-" ? undefined : out, state, metricsJson];
  const parents = files.map((file) => (file === undefined ? undefined : dirname(file)));
  const folders = [...parents, cache].filter((folder) => folder !== undefined);
  return folders.length === 0 ? ["."] : [...new Set(folders)];
}
