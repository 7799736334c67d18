import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { Chance } from "../fuzz/chance.ts";
import type { CrashServer } from "./crash-server.ts";

/** How a process is ended. */
export type Ending = "SIGKILL" | "SIGINT" | "SIGTERM" | "SIGINT twice" | "SIGINT, then SIGKILL";

/** When and how a process is ended. */
export interface Blow {
  readonly ending: Ending;
  /** After how many requests; 0 where it is as it starts. */
  readonly requests: number;
  /** How long after the last of them. */
  readonly ms: number;
  /** How long before the second signal. */
  readonly gapMs: number;
}

/** How a process came to its end. */
export interface LifeEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

const STARTING_MS = 600;

/** Draws a blow that falls within so many requests. */
export function drawBlow(chance: Chance, requests: number): Blow {
  const isEarly = chance.is(0.1);
  return {
    ending: chance.oneOf<Ending>(
      "SIGKILL",
      "SIGKILL",
      "SIGKILL",
      "SIGKILL",
      "SIGINT",
      "SIGTERM",
      "SIGINT twice",
      "SIGINT, then SIGKILL",
    ),
    requests: isEarly ? 0 : chance.whole(1, requests),
    ms: chance.draw() * (isEarly ? STARTING_MS : 30),
    gapMs: chance.draw() * 60,
  };
}

/** Runs the built command to its end, or to the blow that it gets. */
export async function live(
  args: readonly string[],
  strike?: { readonly server: CrashServer; readonly blow: Blow },
): Promise<LifeEnd> {
  const child = spawn(process.execPath, [resolve("dist/cli/main.js"), ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  if (strike) {
    const { blow, server } = strike;
    if (blow.requests === 0) void fall(child, blow);
    else server.after(blow.requests, () => void fall(child, blow));
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code, signal) => resolve({ code, signal, stderr }));
  });
}

async function fall(child: ChildProcess, { ending, gapMs, ms }: Blow): Promise<void> {
  await sleep(ms);
  child.kill(ending === "SIGKILL" || ending === "SIGTERM" ? ending : "SIGINT");
  if (ending !== "SIGINT twice" && ending !== "SIGINT, then SIGKILL") return;
  await sleep(gapMs);
  child.kill(ending === "SIGINT twice" ? "SIGINT" : "SIGKILL");
}
