import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const main = resolve("dist/cli/main.js");

/** What came of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when the standard error holds this text. */
  readonly says: (text: string) => Promise<void>;
}

/** Starts the built command. Its standard output can be a file that is open; `env` adds to that of ours. */
export function start(
  args: readonly string[],
  cwd?: string,
  output: number | "pipe" = "pipe",
  env: Readonly<Record<string, string>> = {},
): Running {
  const child: ChildProcess = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", output, "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close").then(() => ({ code: child.exitCode, stdout, stderr }));
  return {
    child,
    ended,
    async says(text) {
      while (child.stderr && !stderr.includes(text)) await once(child.stderr, "data");
    },
  };
}

/** Runs the built command to its end. */
export function pagoda(args: readonly string[], cwd?: string): Promise<Ended> {
  return start(args, cwd).ended;
}

/** A folder of its own, until it is disposed. */
export async function folder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "pagoda-cli-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** The items in JSON Lines, each of which must be whole. */
export function itemsOf(text: string): readonly PageItem[] {
  if (text !== "" && !text.endsWith("\n"))
    throw new Error(`The last line is cut: ${text.slice(-80)}`);
  return (
    text
      .split("\n")
      .slice(0, -1)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the command documents it
      .map((line) => JSON.parse(line) as PageItem)
  );
}

/** A line that the command writes. */
export interface PageItem {
  readonly url: string;
  readonly status: number;
  readonly depth: number;
  readonly contentType: string | null;
  readonly bytes: number;
  readonly title: string | null;
  readonly links: number;
}
