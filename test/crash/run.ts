import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { crashCache, type CrashReport } from "./cache-crash.ts";
import { crashCrawl } from "./crawl-crash.ts";

/**
 * Kills processes at random instants and looks at what they leave: writers of a disk cache by `npm run
 * crash -- cache --kills 200 --seed 7`, the command that crawls by `npm run crash -- crawl`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: "string", default: "200" },
    seed: { type: "string" },
  },
});
const MOST_TOLD = 20;
const [subject = "cache"] = positionals;
const kills = Number(values.kills);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const dir = await mkdtemp(join(tmpdir(), "pagoda-crash-"));
process.stdout.write(`seed ${seed}\n`);
try {
  const report = await crash();
  for (const line of report.lines) process.stdout.write(`${line}\n`);
  for (const fault of report.faults.slice(0, MOST_TOLD)) process.stdout.write(`FAULT ${fault}\n`);
  process.exitCode = report.faults.length > 0 ? 1 : 0;
} finally {
  await rm(dir, { recursive: true });
}

function crash(): Promise<CrashReport> {
  switch (subject) {
    case "cache":
      return crashCache({ dir, seed, kills, reads: 200 });
    case "crawl":
      return crashCrawl({ dir, seed, kills, killsPerCrawl: 10, pages: 150 });
    default:
      throw new Error(`Expected what to crash, cache or crawl: got ${subject}`);
  }
}
