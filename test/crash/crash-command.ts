import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { resolve } from "node:path";

import type { CrashServer } from "./crash-server.ts";

/** Where a crawl keeps its state and puts its pages. */
export interface CrawlFiles {
  readonly state: string;
  readonly out: string;
}

/** How a process came to its end. */
export interface CommandEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Pages that the command has in hand at once. */
export const CONCURRENCY = 8;

/** What ends a process that hangs, and nothing else. */
export const OVERDUE = "SIGABRT";
const LONGEST_MS = 240_000;

/** What starts the built command. */
export const COMMAND: readonly [string, string] = [process.execPath, resolve("dist/cli/main.js")];

/** What the command is told that crawls a site whose hosts are not known to anybody else. */
export function crawlArgs({ port }: CrashServer, { out, state }: CrawlFiles): readonly string[] {
  return [
    "crawl",
    `http://h0.crash.test:${port}/page/0`,
    "--scope=same-domain",
    `--resolve=*:${port}:127.0.0.1`,
    "--delay=0",
    `--concurrency=${CONCURRENCY}`,
    `--state=${state}`,
    `--out=${out}`,
    "--quiet",
  ];
}

/** Runs the built command to its end; `onStart` gets its process. */
export function command(
  args: readonly string[],
  options: SpawnOptions & { readonly onStart?: (child: ChildProcess) => void } = {},
  [program, ...before]: readonly [string, ...string[]] = COMMAND,
): Promise<CommandEnd> {
  const child: ChildProcess = spawn(program, [...before, ...args], {
    ...options,
    timeout: LONGEST_MS,
    killSignal: OVERDUE,
    stdio: ["ignore", "pipe", "pipe"],
  });
  options.onStart?.(child);
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code, signal) => {
      resolve({ code, signal, stdout, stderr });
    });
  });
}
