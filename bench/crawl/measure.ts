import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { commands } from "./commands.ts";
import { type GcCost, watchHeap } from "./gc-cost.ts";
import type { Task } from "./subject.ts";
import { subjects } from "./subjects.ts";

/** What a crawl of the whole site cost. */
export interface CrawlCost {
  readonly pages: number;
  /** Of the processor, in user and system, in milliseconds. */
  readonly cpuMs: number;
  /** The most memory that the process had. */
  readonly rss: number;
  /** Undefined of a command. */
  readonly heap?: GcCost;
}

/** Crawls in this process, its start and imports not counted. */
export async function measureHere(subject: string, task: Task): Promise<CrawlCost> {
  const crawl = await subjects[subject]?.();
  if (!crawl) throw new Error(`There is no ${subject}`);
  const heap = watchHeap();
  const before = process.cpuUsage();
  const pages = await crawl(task);
  const { user, system } = process.cpuUsage(before);
  const rss = process.resourceUsage().maxRSS * 1024;
  return { pages, cpuMs: (user + system) / 1000, rss, heap: heap() };
}

/** Crawls in a process of its own, on the first core; undefined where it cannot be run or does not end. */
export function measureApart(subject: string, task: Task): CrawlCost | undefined {
  try {
    return commands[subject] ? ofCommand(commands[subject](task)) : ofNode(subject, task);
  } catch {
    return undefined;
  }
}

function ofNode(subject: string, { start, concurrency }: Task): CrawlCost {
  const script = fileURLToPath(new URL("../crawl.js", import.meta.url));
  const words = [script, "--one", subject, start, String(concurrency)];
  const cost: CrawlCost = JSON.parse(run([process.execPath, ...words]).at(-1) ?? "");
  return cost;
}

/** Its start counts too, since nobody can tell it apart. */
function ofCommand(words: readonly string[]): CrawlCost {
  const format = ["/usr/bin/time", "-f", "%U %S %M"];
  const lines = run(["sh", "-c", '"$0" "$@" 2>&1', ...format, ...words]);
  const [user = 0, system = 0, kilobytes = 0] = lines.at(-1)?.split(" ").map(Number) ?? [];
  return { pages: Number(lines.at(-2)), cpuMs: (user + system) * 1000, rss: kilobytes * 1024 };
}

const PATIENCE_MS = 300_000;

function run(words: readonly string[]): readonly string[] {
  const output = execFileSync("taskset", ["-c", "0", ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: PATIENCE_MS,
  });
  return output.trim().split("\n");
}
