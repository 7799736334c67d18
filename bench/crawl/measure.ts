import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Entrant } from "./entrant.ts";
import { entrants } from "./entrants.ts";
import { type GcCost, watchHeap } from "./gc-cost.ts";
import type { Task } from "./subject.ts";

/** What a crawl of the whole site used. */
export interface Used {
  /** Of the processor, in user and system, in milliseconds. */
  readonly cpuMs: number;
  /** The most memory that the process had, in bytes. */
  readonly rss: number;
  /** Undefined of a command. */
  readonly heap?: GcCost;
}

/** Crawls in this process, its start and imports not counted. */
export async function measureHere(name: string, task: Task): Promise<Used> {
  const entrant = entrants.find((entrant) => entrant.name === name);
  if (!entrant || !("load" in entrant.runs)) throw new Error(`There is no ${name}`);
  const crawl = await entrant.runs.load();
  const heap = watchHeap();
  const before = process.cpuUsage();
  await crawl(task);
  const { user, system } = process.cpuUsage(before);
  const rss = process.resourceUsage().maxRSS * 1024;
  return { cpuMs: (user + system) / 1000, rss, heap: heap() };
}

/** Crawls in a process of its own, on the first core. Of a command, its start counts too, since nobody can tell it apart. */
export function measureApart({ name, runs }: Entrant, task: Task): Used {
  if ("command" in runs) {
    const { stderr } = run([TIME, "-f", "%U %S %M", "timeout", PATIENCE_S, ...runs.command(task)]);
    const [user = 0, system = 0, kilobytes = 0] =
      stderr.trim().split("\n").at(-1)?.split(" ").map(Number) ?? [];
    return { cpuMs: (user + system) * 1000, rss: kilobytes * 1024 };
  }
  const script = fileURLToPath(new URL("../crawl.js", import.meta.url));
  const words = [process.execPath, script, "--one", name, task.start, String(task.concurrency)];
  const ended = run(["timeout", PATIENCE_S, ...words]);
  if (ended.status !== 0) throw new Error(complaintOf(ended.stderr));
  const used: Used = JSON.parse(ended.stdout.trim().split("\n").at(-1) ?? "");
  return used;
}

const TIME = "/usr/bin/time";
const PATIENCE_S = "300";
const TIMED_OUT = 124;

/** Each has an empty folder of its own to stand in. */
function run(words: readonly string[]): SpawnSyncReturns<string> {
  const cwd = mkdtempSync(join(tmpdir(), "pagoda-bench-"));
  try {
    const ended = spawnSync("taskset", ["-c", "0", ...words], { cwd, encoding: "utf8" });
    if (ended.error) throw ended.error;
    if (ended.status === TIMED_OUT) throw new Error(`It did not end within ${PATIENCE_S} s`);
    return ended;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function complaintOf(stderr: string): string {
  return stderr.split("\n").findLast((line) => /\b\w*Error\b/.test(line)) ?? "It failed";
}
