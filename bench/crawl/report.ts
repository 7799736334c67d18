import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { medianOf } from "../in-turns.ts";
import { machine } from "../machine.ts";
import { shuffled } from "../overhead/measure.ts";
import { commands } from "./commands.ts";
import { type CrawlCost, measureApart } from "./measure.ts";
import { home } from "./site.ts";
import { subjects } from "./subjects.ts";

/** What a subject cost, in the median; undefined where it is missing or did not end. */
export interface CrawlRow {
  readonly subject: string;
  readonly cost: CrawlCost | undefined;
}

/** All that was measured in one run. */
export interface CrawlReport {
  readonly node: string;
  readonly machine: string;
  readonly pages: number;
  readonly concurrency: number;
  readonly rounds: number;
  readonly rows: readonly CrawlRow[];
}

const CONCURRENCY = 50;

/** Crawls the same site with each subject, in turns, in an order that changes. */
export async function makeReport(pages: number, rounds: number): Promise<CrawlReport> {
  const names = [...Object.keys(subjects), ...Object.keys(commands)];
  const costs = new Map(names.map((name) => [name, [] as CrawlCost[]]));
  const { port, server } = await serve(pages);
  const task = { start: `http://127.0.0.1:${port}${home}`, concurrency: CONCURRENCY };
  for (let round = 0; round < rounds; round++) {
    for (const [name, all] of shuffled([...costs])) {
      if (all.length < round) continue; // it failed before
      const cost = measureApart(name, task);
      if (cost && cost.pages > 0) all.push(cost);
    }
  }
  server.disconnect();
  const rows = names.map((subject) => ({ subject, cost: median(costs.get(subject) ?? []) }));
  return { node: process.version, machine, pages, concurrency: CONCURRENCY, rounds, rows };
}

/** Serves the site from a process on the second core. */
async function serve(pages: number): Promise<{ port: string; server: ReturnType<typeof spawn> }> {
  const script = fileURLToPath(new URL("server.js", import.meta.url));
  const server = spawn("taskset", ["-c", "1", process.execPath, script, String(pages)], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [line]: unknown[] = await once(server.stdout ?? server, "data");
  return { port: String(line).trim(), server };
}

/** Of each figure by itself. */
function median(costs: readonly CrawlCost[]): CrawlCost | undefined {
  const [first] = costs;
  if (!first) return undefined;
  const of = (value: (cost: CrawlCost) => number): number => medianOf(costs, value);
  return {
    pages: of(({ pages }) => pages),
    cpuMs: of(({ cpuMs }) => cpuMs),
    rss: of(({ rss }) => rss),
    ...(first.heap && {
      heap: {
        allocated: of(({ heap }) => heap?.allocated ?? 0),
        gcMs: of(({ heap }) => heap?.gcMs ?? 0),
      },
    }),
  };
}
