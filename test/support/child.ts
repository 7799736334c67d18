import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** How a process ended, and what it wrote. */
export interface ChildEnd {
  /** `null` where it did not end by itself. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script in a process of its own, which is ended where the test gives up on it. */
export async function runChild(script: URL, ...args: readonly string[]): Promise<ChildEnd> {
  const argv = ["--expose-gc", "--import", "tsx", script.pathname, ...args];
  const child = spawn(process.execPath, argv, {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  const code = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}
